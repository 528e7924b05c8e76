import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ApiError } from '../../errors.ts'
import { parseRevoke } from '../routes/revoke.ts'
import type { RevokeRequest } from '../schemas/revoke.ts'

const WALLET = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const TOKEN = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
const SPENDER = '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'
const parse = (body: RevokeRequest, query = {}) => parseRevoke(body, WALLET, query)
const entry = { standard: 'erc721', token: TOKEN, spender: SPENDER } as const

describe('the body of a revocation', () => {
  test('an empty one asks for the risky approvals on Ethereum', () => {
    const { spelling, ...input } = parse({})
    assert.deepEqual(input, {
      chain: 'ethereum',
      address: WALLET.toLowerCase(),
      permissions: null,
      which: 'risky',
      invalidateNonces: false,
      deadlineMs: 10_000,
    })
    assert.equal(spelling.spelled, WALLET)
  })

  test('the network may stand in the query', () => {
    assert.equal(parse({}, { chain: 'bsc' }).chain, 'bsc')
    assert.equal(parse({ chain: 'bsc' }, { chain: 'bsc' }).chain, 'bsc')
  })

  test('approvals: lower case, each once, items by their number in any spelling', () => {
    const { permissions } = parse({
      approvals: [
        { ...entry, tokenId: '0x10' },
        { ...entry, token: TOKEN.toLowerCase(), tokenId: '16' },
        { ...entry, tokenId: null },
        { standard: 'eip7702', token: TOKEN, spender: SPENDER },
      ],
    })
    assert.deepEqual(
      permissions?.map(({ standard, token, tokenId }) => [standard, token, tokenId]),
      [
        ['erc721', TOKEN.toLowerCase(), 16n],
        ['erc721', TOKEN.toLowerCase(), null],
        ['eip7702', null, null],
      ],
    )
    assert.equal(permissions?.[0]?.spender, SPENDER.toLowerCase())
  })

  const refused: Record<string, [RevokeRequest, RegExp]> = {
    'both ways to choose': [{ approvals: [entry], all: 'risky' }, /^body\.all:/],
    'another network than the query': [{ chain: 'polygon' }, /^body\.chain:/],
    'no token': [
      { approvals: [entry, { standard: 'erc20', spender: SPENDER, token: null }] },
      /^body\.approvals\[1\]\.token: missing/,
    ],
    'an item of what has none': [
      { approvals: [{ ...entry, standard: 'permit2', tokenId: '1' }] },
      /^body\.approvals\[0\]\.tokenId:/,
    ],
    'an item beyond 256 bits': [
      { approvals: [{ ...entry, tokenId: `${2n ** 256n}` }] },
      /^body\.approvals\[0\]\.tokenId:/,
    ],
  }
  for (const [name, [body, complaint]] of Object.entries(refused))
    test(`${name}: refused by name`, () => {
      assert.throws(
        () => parse(body, { chain: 'bsc' }),
        (error) => error instanceof ApiError && error.code === 'VALIDATION_ERROR' && complaint.test(error.message),
      )
    })
})
