import type { Address, Hex } from '@redoubt/risk/address.ts'

/** The deterministic deployment proxy (github.com/Arachnid/deterministic-deployment-proxy), and the hash of its code. */
export const FACTORY: Address = '0x4e59b44847b379578588920ca78fbf26c0b4956c'
export const FACTORY_CODE_HASH: Hex = '0x2fa86add0aed31f33a762c9d88e807c475bd51d0f52bd0955754b2608f7e4989'
export const SALT: Hex = `0x${'0'.repeat(64)}`
