/** 0x-prefixed hexadecimal text. */
export type Hex = `0x${string}`

/** A 20-byte address. Inside the program addresses are lower case unless a field says EIP-55. */
export type Address = `0x${string}`
