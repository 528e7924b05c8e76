import type { Address } from '@redoubt/risk/address.ts'

/** Fee recipient of a block without a builder. */
export const ZERO_COINBASE: Address = '0x0000000000000000000000000000000000000000'
/** A known Ethereum block builder. */
export const OTHER_BUILDER: Address = '0x95222290dd7278aa3ddd389cc1e1d165cc4bafe5'
/** Fee recipients the environments pretend; read with the first batch so that they cost no round trip. */
export const OTHER_COINBASES: readonly Address[] = [ZERO_COINBASE, OTHER_BUILDER]
/** Other known Ethereum builders; only read where code asks for the builder in a way that cannot be solved. */
export const SOME_BUILDERS: readonly Address[] = [
  '0x4838b106fce9647bdf1e7877bf73ce8b0bad5f97',
  '0x1f9090aae28b8a3dceadf281b0f12828e676c326',
  '0xdadb0d80178819f2319190d340ce9a924f783711',
  '0x396343362be2a4da1ce0c1c210945346fb82aa49',
  '0xdafea492d9c6733ae3d56b7ed1adb60692c98bc5',
  '0x690b9a9e9aa1c9db991c7721a92d351db4fac990',
  '0xf2f5c73fa04406b1995e397b55c24ab1f3ea726c',
  '0x199d5ed7f45f4ee35960cf22eade2076e95b253f',
  '0x88c6c46ebf353a52bdbab708c23d0c81daa8134a',
]
