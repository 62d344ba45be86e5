# A server with its compiled engine: see docs/server.md, "In a container".
FROM python:3.13-slim-trixie AS build
# The versions are those of the release of Debian, which the line above names.
# hadolint ignore=DL3008
RUN apt-get update && apt-get install --yes --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY . .
RUN python run.py wheel --platform --untrained \
    && python -m venv /opt/portable-wargame \
    && set -- dist/*.whl \
    && /opt/portable-wargame/bin/pip install --no-cache-dir "$1[postgres]"

FROM python:3.13-slim-trixie
COPY --from=build /opt/portable-wargame /opt/portable-wargame
RUN useradd --system --uid 10001 --no-create-home wargame && install --directory --owner wargame /data
ENV PATH=/opt/portable-wargame/bin:$PATH PYTHONUNBUFFERED=1
USER 10001
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/health', timeout=4)"]
# What follows the name of the image goes to `pw serve`: --proxy 172.17.0.1 for a proxy on the host.
ENTRYPOINT ["pw", "serve", "--host", "0.0.0.0", "--port", "8000", "--data", "/data"]
