import assert from 'node:assert/strict'
import { test } from 'node:test'
import { overflowPlan } from './overflowPlan.ts'

const account = (digit: string) => `0x${digit.repeat(40)}` as const
const [stranger, recipient, holder] = [account('1'), account('2'), account('3')]
const parties = { stranger, recipient, holder, supply: 1_000n, prices: [] }
const half = String(2n ** 255n)
const both = `[${stranger}, ${recipient}]`

const planOf = (signature: string, prices: readonly bigint[] = []) => {
  const types = signature.slice(signature.indexOf('(') + 1, -1)
  const made = {
    selector: '0x11223344',
    signature: signature.startsWith('(') ? null : signature,
    arguments: types,
  } as const
  return overflowPlan(made, { ...parties, prices })
}

for (const [signature, expected] of [
  ['payAll(address[],uint256)', [both, half]],
  ['payAll(address[],uint256[])', [both, `[${half}, ${half}]`]],
  ['payAll(uint256,address[],bool)', [half, both, 'true']],
  ['burn(uint256)', [half]],
  // Without a signature, a list of accounts looks like one of numbers.
  ['(uint256[],uint256)', [both, half]],
] as const)
  test(`${signature} is called with numbers that overflow`, () => {
    assert.deepEqual(planOf(signature)[0]?.args, expected)
  })

test('transfer is called for more than a stranger has, and for less than a fee', () => {
  const made = { selector: '0xa9059cbb', signature: null, arguments: 'address,uint256' } as const
  const called = (plan: ReturnType<typeof overflowPlan>) => plan.map(({ from, args }) => [from, args[1]])
  assert.deepEqual(called(overflowPlan(made, parties)), [
    [stranger, '1000'],
    [holder, '1'],
  ])
  assert.deepEqual(called(overflowPlan(made, { ...parties, holder: null })), [
    [stranger, '1000'],
    [stranger, '0'],
  ])
})

test('a purchase is paid with what is left of a price that overflows', () => {
  const price = 3n * 10n ** 14n
  const paid = planOf('buy(uint256)', [price]).at(-1)
  assert.equal(BigInt(paid?.args[0] ?? 0) * price - 2n ** 256n, paid?.value)
  assert.ok((paid?.value ?? price) < price)
})

test('a function without a number, or with arguments that cannot be made up, is not called', () => {
  assert.deepEqual(planOf('sweep(address)'), [])
  assert.deepEqual(planOf('run((address,uint256)[],uint256)'), [])
})
