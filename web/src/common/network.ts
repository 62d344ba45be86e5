// Links that lead to this machine alone, and the same for others on its network.
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

export const isHereOnly = (link: string) => LOOPBACK.test(new URL(link).hostname);

/** The same page by another of this machine's addresses. */
export function onNetwork(link: string, address: string): string {
	const found = new URL(link);
	found.hostname = address.includes(":") ? `[${address}]` : address;
	return found.href;
}
