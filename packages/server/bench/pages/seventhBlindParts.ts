import type { SiteAnswer } from '../../src/sandbox/sites/site.ts'
import { type PageButton, type PageClass, type PageDesign, signs, VISITOR } from './pageDesign.ts'
import type { PageWorld } from './pageWorld.ts'

/** A class of one page of the seventh set. */
export const one = (id: string, hostile: boolean, design: (world: PageWorld) => PageDesign): PageClass => ({
  id: `blind7-${id}`,
  hostile,
  single: true,
  design: (_, world) => design(world),
})

/** A button that connects no wallet. */
export const button = (label: string, code: string): PageButton => ({ label, connects: false, code })
export const copies = (text: string) => `await navigator.clipboard.writeText(${JSON.stringify(text)})`
/** JavaScript: what stands in the fields. */
export const TYPED = `[...root.querySelectorAll('input,textarea')].map((field) => field.value).join(' ').trim()`
export const plain = (body: string): SiteAnswer => ({ status: 200, headers: { 'content-type': 'text/plain' }, body })
export const json = (body: object): SiteAnswer => ({
  status: 200,
  headers: { 'content-type': 'application/json', 'access-control-allow-origin': '*' },
  body: JSON.stringify(body),
})
export const file = (body: string): SiteAnswer => ({
  status: 200,
  headers: { 'content-type': 'application/octet-stream', 'content-disposition': 'attachment' },
  body,
})

/** JavaScript that asks the visitor to sign typed data made for the sandbox's trader. */
export const signsAs = (world: PageWorld, typed: object) =>
  signs(
    JSON.parse(
      JSON.stringify(typed, (_, value) => (typeof value === 'bigint' ? String(value) : value)).replaceAll(
        world.actors.trader,
        VISITOR,
      ),
    ),
  )

/** JavaScript that asks for a batch of calls. */
export const batch = (calls: readonly { to: string; data: string; value?: string }[]) =>
  `await wallet('wallet_sendCalls', [{ version: '2.0.0', chainId: '0x1', from: account, atomicRequired: true, calls: JSON.parse(fill(${JSON.stringify(
    JSON.stringify(calls.map(({ value = '0x0', ...call }) => ({ ...call, value }))),
  )})) }])`

export const THEIR_COINS = 'bc1qv3f5w0s9k2n7r8h4yxq6u5lzcj3d0tgmea84pk'
export const OTHER_COINS = 'bc1q7kd9w2z0n4t8v5y3m6hqj5rxcu0fslg2ea93kx'
export const THEIR_TRON = 'TQ5NMqJjhpQGK7YJbESKtNCo86PJ89ujio'
export const THEIR_TON = 'UQBvW8Z5huBkMJYdnfAEM5JqTNkuWX3diqYENkWsIL0XggGG'
