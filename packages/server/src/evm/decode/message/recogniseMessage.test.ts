import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SignedIntent } from '@redoubt/risk/facts/signedIntent.ts'
import { encodeFunctionData, parseAbi, serializeTransaction, stringToHex, toRlp } from 'viem/utils'
import { parseMessage } from './parseMessage.ts'
import { recogniseMessage } from './recogniseMessage.ts'
import { OTHER, recogniseTyped, SIGNER, TOKEN } from './testTypedData.ts'

const MAX = 2n ** 256n - 1n
const WORD = `0x${'ab'.repeat(32)}` as const
const transferCall = encodeFunctionData({
  abi: parseAbi(['function transfer(address to, uint256 amount)']),
  args: [OTHER, 5n],
})

const PERMIT = 'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)'
const permit = { owner: SIGNER, spender: OTHER, value: String(MAX), nonce: 0, deadline: 1_800_000_000 }
const PERMISSION = 'TokenPermissions(address token,uint256 amount)'
const PERMIT2 = { name: 'Permit2', version: undefined }
const times = { nonce: 0, salt: 0, expiry: 9, deadline: 9 }

const LOOKALIKES: [
  name: string,
  type: string,
  message: unknown,
  domain: Record<string, unknown>,
  expected: Record<string, unknown>,
][] = [
  [
    'a Permit with other members',
    'Permit(address owner,address spender,uint256 value,string note,uint256 deadline)',
    { ...permit, note: 'free mint' },
    {},
    {
      kind: 'unknown',
      protocol: null,
      deadline: 1_800_000_000n,
      addresses: [
        { path: 'owner', address: SIGNER },
        { path: 'spender', address: OTHER },
      ],
      moves: [{ token: null, amount: MAX, path: 'value' }],
    },
  ],
  [
    'a Permit whose domain names no token',
    PERMIT,
    permit,
    { verifyingContract: undefined },
    { kind: 'unknown', verifier: null },
  ],
  [
    'an Order of no known exchange',
    'Order(address maker,address token,uint256 amount,uint256 expiry)',
    { ...times, maker: SIGNER, token: TOKEN, amount: 5 },
    { name: 'Seaport' },
    { kind: 'unknown', moves: [{ token: TOKEN, amount: 5n, path: 'amount' }], deadline: 9n },
  ],
  [
    'Permit2 transfer with members that it does not know',
    `PermitTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,uint256 a,uint256 b)${PERMISSION}`,
    { ...times, permitted: { token: TOKEN, amount: 5 }, spender: OTHER, a: 1, b: 2 },
    PERMIT2,
    { kind: 'unknown', moves: [{ token: TOKEN, amount: 5n, path: 'permitted.amount' }] },
  ],
  [
    'a log-in',
    'Login(string contents,uint256 nonce)',
    { contents: 'hi', nonce: 4 },
    {},
    { kind: 'unknown', addresses: [], moves: [], deadline: null },
  ],
]

for (const [name, type, message, domain, expected] of LOOKALIKES) {
  test(`told by its structure: ${name}`, () => {
    const intents = recogniseTyped(type, message, domain)
    assert.equal(intents.length, 1)
    assert.partialDeepStrictEqual(intents[0], expected)
  })
}

test('bytes of an unknown type that are a call are an execution', () => {
  const intents = recogniseTyped('Action(address target,bytes payload)', { target: TOKEN, payload: transferCall })
  assert.partialDeepStrictEqual(intents, [
    { kind: 'unknown' },
    { kind: 'execution', calls: [{ to: TOKEN, data: transferCall }] },
  ])
})

function plain(message: string, method: 'personal_sign' | 'eth_sign' = 'personal_sign'): SignedIntent[] {
  return recogniseMessage(parseMessage({ account: SIGNER, method, message }))
}

test('a transaction inside a message is found in bytes and in text, signed or not', () => {
  const eip1559 = {
    type: 'eip1559',
    chainId: 1,
    to: OTHER,
    value: 7n,
    nonce: 3,
    maxFeePerGas: 2n,
    data: transferCall,
  } as const
  const unsigned = serializeTransaction(eip1559)
  const signed = serializeTransaction(eip1559, { r: WORD, s: WORD, yParity: 0 })
  const legacy = serializeTransaction({ type: 'legacy', chainId: 1, to: OTHER, value: 7n, gasPrice: 3n })
  const listed = serializeTransaction({
    type: 'eip2930',
    chainId: 1,
    to: OTHER,
    value: 7n,
    accessList: [{ address: TOKEN, storageKeys: [WORD] }],
  })
  for (const bytes of [unsigned, signed, legacy, listed]) {
    for (const message of [bytes, stringToHex(bytes), bytes.slice(2)]) {
      const [intent] = plain(message)
      assert.partialDeepStrictEqual(intent, {
        kind: 'hidden-transaction',
        chainId: 1n,
        transaction: { from: SIGNER, to: OTHER, value: 7n },
      })
    }
  }
})

test('an EIP-7702 authorisation in bytes', () => {
  const bytes = `0x05${toRlp(['0x', OTHER, '0x04']).slice(2)}`
  assert.partialDeepStrictEqual(plain(bytes), [
    { kind: 'delegation', protocol: 'EIP-7702', delegate: OTHER, chainId: 0n, nonce: 4n },
  ])
})

test('hashes are blind; words allow nothing; unknown bytes are unknown', () => {
  assert.deepEqual(plain(WORD, 'eth_sign'), [{ kind: 'blind', protocol: null, verifier: null, hash: WORD }])
  assert.deepEqual(plain(WORD), plain(WORD, 'eth_sign'))
  assert.deepEqual(plain(stringToHex(WORD)), plain(WORD))
  assert.deepEqual(plain('Welcome! Sign to log in. Nonce: 0x12345678'), [])
  // 32 bytes of UTF-8 may be a hash that was searched for; letters and spaces are words.
  assert.partialDeepStrictEqual(plain(stringToHex('}|{}~_^]\\[@?>=<;:/+*)(&%$#"!~}|{')), [{ kind: 'blind' }])
  assert.deepEqual(plain(stringToHex('I agree to the terms of service.')), [])
  assert.partialDeepStrictEqual(plain('0xff00'), [{ kind: 'unknown' }])
  assert.partialDeepStrictEqual(plain(`0x1901${'ab'.repeat(64)}`), [{ kind: 'blind' }])
  assert.partialDeepStrictEqual(plain(`0x02${'ff'.repeat(40)}`), [{ kind: 'unknown' }])
})

const RECAP = `urn:recap:${Buffer.from('{"att":{"https://example.com":{"crud/delete":[{}]}},"prf":[]}').toString('base64url')}`
const signInText = [
  'example.com wants you to sign in with your Ethereum account:',
  '0x1111111111111111111111111111111111111111',
  '',
  'Log in to Example.',
  '',
  'URI: https://example.com/login',
  'Version: 1',
  'Chain ID: 1',
  'Nonce: abcdefgh1',
  'Issued At: 2026-01-01T00:00:00Z',
  'Expiration Time: 2026-01-02T00:00:00.000Z',
  'Resources:',
  '- https://example.com/terms',
  `- ${RECAP}`,
].join('\n')

test('a sign-in request, with what it hands over', () => {
  assert.deepEqual(plain(signInText), [
    {
      kind: 'sign-in',
      scheme: null,
      protocol: 'EIP-4361',
      verifier: null,
      domain: 'example.com',
      address: SIGNER,
      uri: 'https://example.com/login',
      chainId: 1n,
      statement: 'Log in to Example.',
      issuedAt: '2026-01-01T00:00:00Z',
      expiresAt: '2026-01-02T00:00:00.000Z',
      resources: ['https://example.com/terms', 'recap: crud/delete on https://example.com'],
    },
  ])
})

const NEAR_MISSES: [string, string][] = [
  ['without version', signInText.replace('Version: 1\n', '')],
  ['a short nonce', signInText.replace('abcdefgh1', 'abc')],
  ['members in another order', signInText.replace('Version: 1\nChain ID: 1', 'Chain ID: 1\nVersion: 1')],
  ['Windows line ends', signInText.replaceAll('\n', '\r\n')],
  ['text after the end', `${signInText}\nSend all.`],
]
for (const [name, text] of NEAR_MISSES) {
  test(`a sign-in request that breaks its grammar: ${name}`, () => {
    assert.partialDeepStrictEqual(plain(text), [
      { kind: 'sign-in', protocol: null, domain: 'example.com', address: SIGNER },
    ])
  })
}

test('a sign-in request written as hexadecimal is one, with or without 0x', () => {
  const digits = stringToHex(signInText).slice(2)
  for (const text of [digits, `0X${digits}`, `\n0x${digits}`, ` ${signInText}`])
    assert.partialDeepStrictEqual(plain(text), [{ kind: 'sign-in', domain: 'example.com' }], text.slice(0, 20))
})
