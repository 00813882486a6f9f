/**
 * The configuration of this process, as handlers and jobs get it. The platform passes it on and reads nothing from it: config.ts declares
 * the fields, and each part of the platform gets the settings it needs as parameters.
 */
// biome-ignore lint/suspicious/noEmptyInterface: config.ts adds the settings by declaration merging.
export interface Settings {}
