/**
 * Configuration of this process for handlers and jobs. The platform only passes it on: config.ts adds the fields by declaration merging,
 * and each part of the platform gets the settings it needs as parameters.
 */
export interface Settings {}
