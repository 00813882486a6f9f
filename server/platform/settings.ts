/**
 * The configuration of this process, as handlers and jobs get it. The platform passes it on and reads nothing from it: config.ts adds
 * the fields by declaration merging, and each part of the platform gets the settings it needs as parameters.
 */
export interface Settings {}
