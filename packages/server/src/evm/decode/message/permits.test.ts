import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OTHER, recogniseTyped, SIGNER, TOKEN, VERIFIER } from './testTypedData.ts'

const MAX = 2n ** 256n - 1n
const WORD = `0x${'ab'.repeat(32)}` as const
const NFT = '0x5555555555555555555555555555555555555555'
const PERMIT = 'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)'
const permit = { owner: SIGNER, spender: OTHER, value: String(MAX), nonce: 0, deadline: 1_800_000_000 }
const DETAILS = 'PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)'
const PERMISSION = 'TokenPermissions(address token,uint256 amount)'
const PERMIT2 = { name: 'Permit2', version: undefined }
const CANONICAL = { ...PERMIT2, verifyingContract: '0x000000000022D473030F116dDEE9F6B43aC78BA3' }
const X402_PROXY = '0x402085c248eea27d92e8b30b2c58ed07f9e20001'
const X402 = `PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,Witness witness)${PERMISSION}Witness(address to,uint256 validAfter)`
const x402 = {
  permitted: { token: TOKEN, amount: 5 },
  spender: X402_PROXY,
  nonce: 0,
  deadline: 9,
  witness: { to: OTHER, validAfter: 0 },
}
const details = { token: TOKEN, amount: String(2n ** 160n - 1n), expiration: 1_900_000_000, nonce: 0 }
const times = { nonce: 0, salt: 0, expiry: 9, deadline: 9 }

type Expected = Record<string, unknown>[]
const KNOWN: [name: string, type: string, message: unknown, domain: Record<string, unknown>, expected: Expected][] = [
  [
    'EIP-2612 permit',
    PERMIT,
    permit,
    {},
    [
      {
        kind: 'allowance',
        protocol: 'EIP-2612',
        token: VERIFIER,
        owner: SIGNER,
        spender: OTHER,
        amount: MAX,
        unlimited: true,
        deadline: 1_800_000_000n,
      },
    ],
  ],
  [
    'DAI permit',
    'Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)',
    { holder: SIGNER, spender: OTHER, nonce: 1, expiry: 0, allowed: true },
    {},
    [{ kind: 'allowance', protocol: 'DAI permit', amount: MAX, unlimited: true, deadline: null }],
  ],
  [
    'NFT permit',
    'Permit(address spender,uint256 tokenId,uint256 nonce,uint256 deadline)',
    { ...times, spender: OTHER, tokenId: 7 },
    {},
    [{ kind: 'allowance', standard: 'erc721', protocol: 'ERC-4494', tokenId: 7n, owner: SIGNER, amount: 1n }],
  ],
  [
    'permit for all',
    'PermitForAll(address operator,bool approved,uint256 nonce,uint256 deadline)',
    { ...times, operator: OTHER, approved: true },
    {},
    [{ kind: 'allowance', standard: 'erc721', tokenId: null, spender: OTHER, unlimited: true }],
  ],
  [
    'Permit2 single',
    `PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)${DETAILS}`,
    { details, spender: OTHER, sigDeadline: 9 },
    PERMIT2,
    [
      {
        kind: 'allowance',
        standard: 'permit2',
        protocol: 'Permit2 PermitSingle',
        token: TOKEN,
        unlimited: true,
        expiration: 1_900_000_000n,
        deadline: 9n,
      },
    ],
  ],
  [
    'Permit2 under another name',
    `PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)${DETAILS}`,
    { details, spender: OTHER, sigDeadline: 9 },
    { name: 'Airdrop' },
    [{ kind: 'allowance', standard: 'permit2', protocol: null, token: TOKEN }],
  ],
  [
    'Permit2 batch',
    `PermitBatch(PermitDetails[] details,address spender,uint256 sigDeadline)${DETAILS}`,
    { details: [details, { ...details, token: NFT, amount: 3 }], spender: OTHER, sigDeadline: 9 },
    PERMIT2,
    [
      { token: TOKEN, unlimited: true },
      { token: NFT, amount: 3n, unlimited: false },
    ],
  ],
  [
    'Permit2 transfer',
    `PermitTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline)${PERMISSION}`,
    { ...times, permitted: { token: TOKEN, amount: 5 }, spender: OTHER },
    PERMIT2,
    [{ kind: 'transfer', token: TOKEN, from: SIGNER, to: null, amount: 5n, spender: OTHER, witness: null }],
  ],
  [
    'Permit2 batch transfer',
    `PermitBatchTransferFrom(TokenPermissions[] permitted,address spender,uint256 nonce,uint256 deadline)${PERMISSION}`,
    {
      ...times,
      permitted: [
        { token: TOKEN, amount: 5 },
        { token: NFT, amount: 6 },
      ],
      spender: OTHER,
    },
    PERMIT2,
    [{ amount: 5n }, { amount: 6n }],
  ],
  [
    'Permit2 with a 0x Settler witness',
    `PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,SlippageAndActions slippageAndActions)SlippageAndActions(address recipient,address buyToken,uint256 minAmountOut,bytes[] actions)${PERMISSION}`,
    {
      ...times,
      permitted: { token: TOKEN, amount: 5 },
      spender: OTHER,
      slippageAndActions: { recipient: SIGNER, buyToken: NFT, minAmountOut: 4, actions: [] },
    },
    PERMIT2,
    [
      {
        kind: 'transfer',
        protocol: 'Permit2 PermitWitnessTransferFrom',
        witness: {
          type: 'SlippageAndActions',
          parameters: [
            { name: 'recipient', type: 'address', value: SIGNER },
            { name: 'buyToken', type: 'address', value: NFT },
            { name: 'minAmountOut', type: 'uint256', value: '4' },
            { name: 'actions', type: 'bytes[]', value: '[]' },
          ],
        },
      },
    ],
  ],
  [
    'x402 payment by Permit2: the proxy pays the account in the witness',
    X402,
    x402,
    CANONICAL,
    [{ kind: 'transfer', protocol: 'x402 Permit2 payment', to: OTHER, amount: 5n, spender: X402_PROXY }],
  ],
  [
    'x402 payment up to an amount',
    X402.replace('address to,', 'address to,address facilitator,'),
    { ...x402, witness: { to: OTHER, facilitator: NFT, validAfter: 0 } },
    CANONICAL,
    [{ kind: 'transfer', to: OTHER, amount: 5n }],
  ],
  // Nothing holds another spender, another Permit2 or another type to the witness.
  [
    'hostile twin: the same witness for another spender',
    X402,
    { ...x402, spender: NFT },
    CANONICAL,
    [{ to: null, spender: NFT }],
  ],
  ['hostile twin: the same witness for another Permit2', X402, x402, PERMIT2, [{ to: null, spender: X402_PROXY }]],
  [
    'hostile twin: a witness with another member',
    X402.replace('uint256 validAfter)', 'uint256 validAfter,address payee)'),
    { ...x402, witness: { to: OTHER, validAfter: 0, payee: SIGNER } },
    CANONICAL,
    [{ to: null, spender: X402_PROXY }],
  ],
  [
    'EIP-3009 transfer',
    'TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)',
    { from: SIGNER, to: OTHER, value: 5, validAfter: 0, validBefore: 9, nonce: WORD },
    {},
    [{ kind: 'transfer', protocol: 'EIP-3009', token: VERIFIER, to: OTHER, amount: 5n, spender: null, deadline: 9n }],
  ],
  [
    'EIP-3009 receive',
    'ReceiveWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)',
    { from: SIGNER, to: OTHER, value: 5, validAfter: 0, validBefore: 9, nonce: WORD },
    {},
    [{ spender: OTHER }],
  ],
]

for (const [name, type, message, domain, expected] of KNOWN) {
  test(`recognised: ${name}`, () => {
    const intents = recogniseTyped(type, message, domain)
    assert.equal(intents.length, expected.length)
    assert.partialDeepStrictEqual(intents, expected)
  })
}

test('the end of an authorised transfer (EIP-3009) allows nothing; a type of its name and other members is not known', () => {
  const cancel = { authorizer: SIGNER, nonce: `0x${'07'.repeat(32)}` }
  assert.deepEqual(recogniseTyped('CancelAuthorization(address authorizer,bytes32 nonce)', cancel), [])
  const [other] = recogniseTyped('CancelAuthorization(address authorizer,uint256 amount)', { ...cancel, amount: '5' })
  assert.equal(other?.kind, 'unknown')
})
