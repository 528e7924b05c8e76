import type { Address } from '../../risk/facts.ts'

/** Fee recipient of a block that nobody built. */
export const ZERO_COINBASE: Address = '0x0000000000000000000000000000000000000000'
/** A known Ethereum block builder. */
export const OTHER_BUILDER: Address = '0x95222290dd7278aa3ddd389cc1e1d165cc4bafe5'
/** Fee recipients the environments pretend; read with the first batch so that they cost no round trip. */
export const OTHER_COINBASES: readonly Address[] = [ZERO_COINBASE, OTHER_BUILDER]
