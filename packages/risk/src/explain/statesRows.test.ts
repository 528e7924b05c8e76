import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { type StatedRows, statesRows } from './statesRows.ts'
import { PROMISES } from './testing/modelPromises.ts'

const SPENDER = '0x1F98431c8aD98523631AE4a59f267346ea31F984'
const POOL = '0x57A2bBDB3bB2Fb29eA3Dd4E3ff3c5c0F4F7c0000'

/** A payment of 25 USDC, and an unlimited approval. */
const DRAIN: StatedRows = {
  gains: [],
  losses: [{ amount: '25', asset: 'USDC', others: [SPENDER] }],
  permissions: [{ spender: SPENDER, amount: null, asset: 'USDC' }],
}
const SWAP: StatedRows = {
  gains: [{ amount: '0.034285714285714285', asset: 'WETH', others: [POOL] }],
  losses: [{ amount: '1250.5', asset: 'USDC', others: [POOL] }],
  permissions: [],
}
const LIMITED: StatedRows = { ...DRAIN, losses: [], permissions: [{ spender: SPENDER, amount: '40', asset: 'USDC' }] }
const SAME: StatedRows = {
  gains: [{ amount: '5', asset: 'USDC', others: [] }],
  losses: [{ amount: '5', asset: 'USDC', others: [] }],
  permissions: [],
}
const TWO: StatedRows = { ...SWAP, losses: [...SWAP.losses, { amount: '3', asset: 'DAI', others: [] }] }
/** A symbol with a letter that has a look-alike which lower case makes the same, and symbols that could be read as an amount or a host. */
const LINK: StatedRows = { ...SWAP, losses: [{ amount: '3', asset: 'LINK', others: [] }] }
const NUMBER_NAMED: StatedRows = { ...SWAP, losses: [{ amount: '3', asset: '000', others: [] }] }
const HOST_NAMED: StatedRows = { ...SWAP, losses: [{ amount: '3', asset: 'evil.com', others: [] }] }
const DUST: StatedRows = { ...SWAP, losses: [{ amount: '0.0000001', asset: 'ETH', others: [] }] }

/** Amounts whose cut form ends in zeros, has none left, or is longer than it. */
const amountOf = (amount: string): StatedRows => ({ ...SWAP, losses: [{ amount, asset: 'DAI', others: [] }] })

const ADMITTED: [string, StatedRows][] = [
  ['You pay 25 USDC.', DRAIN],
  ['Your wallet sends 25 USDC to 0x1f98…f984.', DRAIN],
  [`You send 25 USDC to the recipient ${SPENDER}.`, DRAIN],
  ['25 USDC leave your wallet.', DRAIN],
  ['25 USDC are sent from your wallet to the contract.', DRAIN],
  ['The contract takes 25 USDC from you.', DRAIN],
  ['The spender may take all your USDC, now and later.', DRAIN],
  ['You let 0x1F98...F984 take all of your USDC.\nYou pay 25 USDC.', DRAIN],
  ['The spender may take 40 USDC.', LIMITED],
  ['You pay 1,250.5 USDC and receive 0.034285 WETH.', SWAP],
  ['You swap 1250.5 USDC for 0.034285714285714285 WETH.', SWAP],
  ['You receive 0.034285 WETH from 0x57a2…0000. 1,250.5 USDC leave your account.', SWAP],
  ['The contract sends you 0.034285 WETH.', SWAP],
  ['0.034285 WETH comes to your wallet.', SWAP],
  ['You get 0.034285 WETH for 1,250.5 USDC.', SWAP],
  ['You pay 1,250.5 USDC and 3 DAI.', TWO],
  ['You pay 3 LINK.', LINK],
  ['\n You pay 25 USDC.\n ', DRAIN],
  ['You pay 25 USDC', DRAIN],
  ['You pay 25 USDC\n25 USDC leave your wallet', DRAIN],
  ['You pay 25 USDC.   25 USDC leave your wallet. \n \n  You lose 25 USDC.', DRAIN],
  ['You pay 25 USDC  \n25 USDC leave your wallet.', DRAIN],
  ['You pay 1.5 DAI.', amountOf('1.5000001')],
  ['You pay 1.5000001 DAI.', amountOf('1.5000001')],
  ['You pay 10 DAI.', amountOf('10.0000001')],
  ['You pay 1.123456 DAI.', amountOf('1.1234567')],
  ['You pay 100 DAI.', amountOf('100')],
  ['You pay 1,000,000 DAI.', amountOf('1000000')],
  [`${SPENDER} may take all your USDC at any time.`, DRAIN],
  ['You pay 25 USDC. '.repeat(70).trim(), DRAIN],
  [`${'You pay 25 USDC. '.repeat(70)}${' '.repeat(10)}`, DRAIN],
]

const REFUSED: [string, StatedRows][] = [
  ['', DRAIN],
  ['You receive 1,250.5 USDC.', SWAP],
  ['You pay 0.034285 WETH.', SWAP],
  ['You swap 0.034285 WETH for 1,250.5 USDC.', SWAP],
  ['You pay 1,250.5 WETH.', SWAP],
  ['You pay 1,250.5 USDC to 0x1f98…f984.', SWAP],
  ['You receive 0.034286 WETH.', SWAP],
  ['You receive 0.0342 WETH.', SWAP],
  ['You pay 1250.5 USDC and 1250.5 USDC.', SWAP],
  ['You receive 5 USDC.', SAME],
  ['You pay 5 USDC.', SAME],
  ['The spender may take 25 USDC.', LIMITED],
  ['The spender may take all your USDC.', LIMITED],
  ['The spender may take all your WETH.', DRAIN],
  ['0x57a2…0000 may take all your USDC.', DRAIN],
  ['The spender may take all your USDC.', SWAP],
  ['You pay 0 ETH.', DUST],
  ['You send 25 USDC to 0x1f98…f985.', DRAIN],
  ['You send 25 USDC to 0x1f99…f984.', DRAIN],
  ['The spender 0x1f98…0000 may take all your USDC.', DRAIN],
  ['You receive 0.034285 WETH from 0x1f98…f984.', SWAP],
  ['0x1f98…f984 sends you 0.034285 WETH.', SWAP],
  ['You pay 3 LIN\u212a.', LINK],
  ['You pay 3 000.', NUMBER_NAMED],
  ['You pay 3 evil.com.', HOST_NAMED],
  ['You pay 25 USDC. It is safe.', DRAIN],
  ['You pay 25 USDC.\nIt is safe.', DRAIN],
  ['You pay 25 USDC. '.repeat(80), DRAIN],
  [`${'You pay 25 USDC. '.repeat(70)}${' '.repeat(11)}`, DRAIN],
  [' \n ', DRAIN],
  ['You pay 1 DAI.', amountOf('100')],
  ['You pay 10 DAI.', amountOf('100')],
  ['You pay 1.50 DAI.', amountOf('1.5')],
  ['You pay 1.12345 DAI.', amountOf('1.1234567')],
  ['You pay 1.1234567 DAI.', amountOf('1.12345678')],
  ['You pay 15 DAI.', amountOf('1.5')],
  ['You pay 1000,000 DAI.', amountOf('1000000')],
  ['You pay 25 USDC to 0x1f98...0000.', DRAIN],
  ['0x1F98...0000 may take all your USDC.', DRAIN],
  ['0x57a2...F984 may take all your USDC.', DRAIN],
  [`You send 25 USDC to ${SPENDER.slice(0, -1)}5.`, DRAIN],
  [`You send 25 USDC to 0x2${SPENDER.slice(3)}.`, DRAIN],
]

describe('statesRows', () => {
  for (const [text, rows] of ADMITTED)
    it(`admits ${JSON.stringify(text)}`, () => assert.equal(statesRows(text, rows), true))
  for (const [text, rows] of REFUSED)
    it(`refuses ${JSON.stringify(text).slice(0, 80)}`, () => assert.equal(statesRows(text, rows), false))
  for (const [kind, promises] of Object.entries(PROMISES))
    it(`refuses each promise that is ${kind}`, () =>
      assert.deepEqual(
        promises.filter((text) => statesRows(text, DRAIN) || statesRows(`You pay 25 USDC. ${text}`, DRAIN)),
        [],
      ))

  it('refuses a true sentence with one more word anywhere', () => {
    const words = 'You pay 25 USDC to the recipient'.split(' ')
    const more = fc.constantFrom('not', 'less', 'once', 'only', 'except', 'you', 'back', 'if', '0', 'safe', '25', '-')
    fc.assert(
      fc.property(fc.nat(words.length), more, (place, word) =>
        assert.equal(statesRows(words.toSpliced(place, 0, word).join(' '), DRAIN), false),
      ),
    )
  })
})
