import type { Address } from '@redoubt/risk/address.ts'

/** Placeholder in call data for the account that the wallet shows, which is not known in advance. */
export const PAGE_WALLET_ACCOUNT: Address = '0x00000000000000000000000000000000005ca1ab'

/** JavaScript that connects the wallet and then runs `then`, with `account` and `request` at hand. */
export function onPress(button: string, then: string): string {
  return `document.getElementById(${JSON.stringify(button)}).addEventListener('click', async () => {
  const request = (method, params) => window.ethereum.request({ method, params })
  const [account] = await request('eth_requestAccounts')
${then}
})`
}

/** JavaScript that asks for one transaction. `data` may hold `PAGE_WALLET_ACCOUNT`. */
export function sendCode({ to, data, value = 0n }: { to: Address; data: string; value?: bigint }): string {
  const placeholder = PAGE_WALLET_ACCOUNT.slice(2).toLowerCase()
  return `  await request('eth_sendTransaction', [{
    from: account, to: '${to}', value: '0x${value.toString(16)}',
    data: '${data}'.replaceAll('${placeholder}', account.slice(2).toLowerCase()),
  }])`
}
