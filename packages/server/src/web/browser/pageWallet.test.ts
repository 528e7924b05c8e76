import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPageWallet, type WalletPort } from './pageWallet.ts'

const ACCOUNT = `0x${'ab'.repeat(20)}` as const
const { signal } = new AbortController()

function wallet(read?: NonNullable<WalletPort['read']>) {
  const shown = createPageWallet({ account: ACCOUNT, ...(read && { read }) }, 'ethereum')
  return (method: string, ...params: unknown[]) => shown.answer(method, params, signal)
}

test('its account is seen by connected pages, and by none before', async () => {
  const ask = wallet()
  assert.deepEqual(await ask('eth_accounts'), { result: [], chainId: '0x1', accounts: [] })
  assert.deepEqual(await ask('eth_requestAccounts'), { result: [ACCOUNT], chainId: '0x1', accounts: [ACCOUNT] })
  assert.deepEqual(await ask('eth_accounts'), { result: [ACCOUNT], chainId: '0x1', accounts: [ACCOUNT] })
})

test('nothing is ever signed', async () => {
  const ask = wallet(async () => 'signed')
  for (const method of [
    'eth_sendTransaction',
    'personal_sign',
    'eth_sign',
    'eth_signTypedData_v4',
    'wallet_sendCalls',
  ]) {
    const answer = await ask(method, {})
    assert.ok('error' in answer && answer.error.code === 4001, method)
  }
})

test('networks that we know may be switched to; requests are then for them', async () => {
  const shown = createPageWallet({ account: ACCOUNT }, 'ethereum')
  assert.deepEqual(await shown.answer('wallet_switchEthereumChain', [{ chainId: '0x38' }], signal), {
    result: null,
    chainId: '0x38',
    accounts: [],
  })
  assert.equal(shown.chain(), 'bsc')
  for (const odd of [[{ chainId: '0xfa' }], [null], 'text', null, [{ chainId: {} }]]) {
    const answer = await shown.answer('wallet_switchEthereumChain', odd, signal)
    assert.ok('error' in answer && answer.error.code === 4902)
  }
  assert.equal(shown.chain(), 'bsc')
})

test('the chain is asked where there is one, and made up where there is none or it fails', async () => {
  const result = async (asked: ReturnType<typeof wallet>) => {
    const answer = await asked('eth_blockNumber')
    return 'result' in answer ? answer.result : answer.error
  }
  assert.equal(await result(wallet(async () => '0x10')), '0x10')
  const madeUp = await result(wallet())
  assert.match(String(madeUp), /^0x[0-9a-f]+$/)
  assert.equal(await result(wallet(() => Promise.reject(new Error('down')))), madeUp)
})

test('what no wallet knows is not supported', async () => {
  const answer = await wallet()('eth_fly')
  assert.ok('error' in answer && answer.error.code === 4200)
})

test('an approval is said to be mined, and the page goes on as if it was', async () => {
  const ask = wallet()
  const [token, spender, other] = ['cd', 'ef', '12'].map((byte) => byte.repeat(20))
  const word = (text = '') => text.padStart(64, '0')
  const approve = (amount: string) =>
    ask('eth_sendTransaction', { to: `0x${token}`, data: `0x095ea7b3${word(spender)}${word(amount)}` })
  const allowance = async (of = '') => {
    const answer = await ask('eth_call', { to: `0x${token}`, data: `0xdd62ed3e${word(ACCOUNT.slice(2))}${word(of)}` })
    return 'result' in answer ? BigInt(String(answer.result)) : null
  }
  const sent = await approve('64')
  const hash = 'result' in sent ? String(sent.result) : ''
  assert.match(hash, /^0x[0-9a-f]{64}$/)
  const receipt = await ask('eth_getTransactionReceipt', hash)
  assert.equal('result' in receipt && (receipt.result as { status: string }).status, '0x1')
  assert.equal(await allowance(spender), 2n ** 256n - 1n)
  assert.notEqual(await allowance(other), 2n ** 256n - 1n)
  const revoked = await approve('0')
  assert.ok('error' in revoked && revoked.error.code === 4001)
})
