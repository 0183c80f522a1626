import about from '../../package.json' with { type: 'json' }

/** The version of the package, put in at build time. */
export const VERSION: string = about.version
