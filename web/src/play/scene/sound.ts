// A few noises, made here and not fetched: off until a player chooses them.
export type Noise = "march" | "dice" | "shot" | "fall" | "turn";

interface Burst {
	/** seconds from now, and how long it lasts */
	at: number;
	lasts: number;
	/** the pitch below which the hiss is let through, in hertz */
	pitch: number;
	loud: number;
}

const NOISES: Record<Noise, Burst[]> = {
	march: [0, 0.16, 0.32].map((at) => ({ at, lasts: 0.05, pitch: 500, loud: 0.12 })),
	dice: [0, 0.09, 0.17, 0.28, 0.42].map((at) => ({ at, lasts: 0.03, pitch: 4200, loud: 0.2 })),
	shot: [{ at: 0, lasts: 0.35, pitch: 1500, loud: 0.35 }],
	fall: [
		{ at: 0.75, lasts: 0.7, pitch: 420, loud: 0.5 },
		{ at: 0.8, lasts: 0.25, pitch: 1400, loud: 0.3 },
	],
	turn: [0, 0.14, 0.28, 0.36, 0.44].map((at) => ({ at, lasts: 0.07, pitch: 900, loud: 0.22 })),
};

let context: AudioContext | null = null;
let hiss: AudioBuffer | null = null;

export function play(noise: Noise): void {
	context ??= new AudioContext();
	hiss ??= hissing(context);
	for (const burst of NOISES[noise]) sound(context, hiss, burst);
}

function hissing(audio: AudioContext): AudioBuffer {
	const buffer = audio.createBuffer(1, audio.sampleRate, audio.sampleRate);
	const samples = buffer.getChannelData(0);
	for (let index = 0; index < samples.length; index++) samples[index] = Math.random() * 2 - 1;
	return buffer;
}

function sound(audio: AudioContext, buffer: AudioBuffer, { at, lasts, pitch, loud }: Burst): void {
	const source = new AudioBufferSourceNode(audio, { buffer });
	const filter = new BiquadFilterNode(audio, { type: "lowpass", frequency: pitch });
	const gain = new GainNode(audio, { gain: 0 });
	const start = audio.currentTime + at;
	gain.gain.setValueAtTime(loud, start);
	gain.gain.exponentialRampToValueAtTime(0.001, start + lasts);
	source.connect(filter).connect(gain).connect(audio.destination);
	source.start(start, Math.random() * 0.2, lasts);
}
