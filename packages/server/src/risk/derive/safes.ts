import type { Account, Address, DecodedCall, Hex } from '../facts.ts'
import { SELECTORS } from '../selectors.ts'

/** Code of the proxies that the Safe 1.3.0 and 1.4.1 factories deploy (github.com/safe-global/safe-deployments). */
const PROXY_CODE: ReadonlySet<Hex> = new Set([
  '0xb89c1b3bdf2cf8827818646bce9a8f6e372885f8c55e5c07acbd307cb133b000',
  '0xd7d408ebcd99b2b70be43e20253d6d92a8ea8fab29bd3be7f55b10032331fb4c',
])
/** The code a genuine Safe proxy runs, from the same deployments: 1.4.1 and 1.3.0, each with its L2 variant. */
const SINGLETONS: ReadonlySet<Address> = new Set([
  '0x41675c099f32341bf84bfc5382af534df5c7461a',
  '0x29fcb43b46531bca003ddc8fcb67ffe91900c762',
  '0xd9db270c1b5e3bd161e8c8503c55ceabee709552',
  '0x3e5c63644e683549055b9be8653de26e0b4cd36e',
])
/** `masterCopy()`: the proxy itself answers it with its storage slot 0, whatever the singleton would say. */
const MASTER_COPY = '0xa619486e'
/** More Safes than this in one transaction are nobody's wallet. */
const MAX_SAFES = 4

/**
 * The accounts told to `execTransaction` that really are Safes: the proxy's code is Safe's own, and so is the singleton
 * it runs. Any contract can have a function of that name, and then what it receives is not the signer's.
 */
export async function learnSafes(
  steps: readonly DecodedCall[],
  account: (address: Address) => Promise<Pick<Account, 'codeHash'>>,
  read: (call: { to: Address; data: Hex }) => Promise<Hex | null>,
): Promise<Address[]> {
  const named = steps.flatMap(({ selector, to }) => (selector === SELECTORS.execTransaction && to ? [to] : []))
  const candidates = [...new Set(named)].slice(0, MAX_SAFES)
  const genuine = await Promise.all(
    candidates.map(async (address) => {
      const [{ codeHash }, singleton] = await Promise.all([
        account(address),
        read({ to: address, data: MASTER_COPY }).catch(() => null),
      ])
      return codeHash !== null && PROXY_CODE.has(codeHash) && singleton !== null && isSingleton(singleton)
    }),
  )
  return candidates.filter((_, at) => genuine[at])
}

function isSingleton(word: Hex): boolean {
  return word.length === 66 && SINGLETONS.has(`0x${word.slice(26).toLowerCase()}`)
}
