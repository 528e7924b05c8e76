import type { Address } from '@redoubt/risk/address.ts'

/**
 * Implementations of ERC-4337 accounts, lower case, at one address on every network. Sources: Coinbase Smart Wallet's README
 * (github.com/coinbase/smart-wallet), ZeroDev's constants (github.com/zerodevapp/sdk, KernelVersionToAddressesMap).
 */
export const SMART_ACCOUNTS: ReadonlyMap<Address, string> = new Map<Address, string>([
  ['0x000100abaad02f1cfc8bbe32bd5a564817339e72', 'Coinbase Smart Wallet 1'],
  ['0x00000110dcdedc9581cb5ecb8467282f2926534d', 'Coinbase Smart Wallet 1.1'],
  ['0x94f097e1ebeb4eca3aae54cabb08905b239a7d27', 'ZeroDev Kernel 3.0'],
  ['0xbac849bb641841b44e965fb01a4bf5f074f84b4d', 'ZeroDev Kernel 3.1'],
  ['0xd830d15d3dc0c269f3dbaa0f3e8626d33cfdabe1', 'ZeroDev Kernel 3.2'],
  ['0xd6cedde84be40893d153be9d467cd6ad37875b28', 'ZeroDev Kernel 3.3'],
])
