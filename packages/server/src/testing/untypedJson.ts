/** An answer as a client without types reads it: tests assert its values, and a type would hide what the service really says. */
// biome-ignore lint/suspicious/noExplicitAny: the only one; see above
export type UntypedJson = any
