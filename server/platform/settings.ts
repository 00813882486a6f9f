/**
 * The configuration of this process, as handlers and jobs get it. The platform passes it on and reads none of it: config.ts declares what it
 * contains, and each part of the platform has parameters of its own for what it needs.
 */
// biome-ignore lint/suspicious/noEmptyInterface: config.ts adds the settings by declaration merging.
export interface Settings {}
