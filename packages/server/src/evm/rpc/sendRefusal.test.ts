import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSendRefusal, type SendRefusal } from './sendRefusal.ts'

const SAID: Readonly<Record<SendRefusal, readonly string[]>> = {
  known: [
    'already known',
    'AlreadyKnown',
    'Known transaction',
    'ALREADY_EXISTS: already known',
    'transaction already imported',
    'tx already in mempool',
  ],
  'for-good': [
    'invalid sender',
    'intrinsic gas too low: gas 20000, minimum needed 21000',
    'intrinsic gas too low',
    'exceeds block gas limit',
    'Transaction gas limit exceeds maximum allowed gas',
    'invalid chain id for signer: have 5 want 1',
    'oversized data: transaction size 140000, limit 131072',
    'transaction type not supported',
    'unknown transaction type: 9',
    'only replay-protected (EIP-155) transactions allowed over RPC',
    'max priority fee per gas higher than max fee per gas',
    'rlp: expected input list for types.LegacyTx',
    'max initcode size exceeded',
  ],
  'for-now': [
    'insufficient funds for gas * price + value: balance 0, tx cost 21000',
    'Insufficient funds for gas * price + value',
    'Upfront cost exceeds account balance',
    'replacement transaction underpriced',
    'transaction underpriced: tip needed 1000000000, tip permitted 1',
    'max fee per gas less than block base fee',
    'FeeTooLow, MaxFeePerGas too low. MaxFeePerGas: 1, BaseFee: 7',
    'Gas price below configured minimum gas price',
    'txpool is full',
    'tx fee (1.20 ether) exceeds the configured cap (1.00 ether)',
    'nonce too high',
    'gapped-nonce tx from delegated accounts',
    'in-flight transaction limit reached for delegated accounts',
  ],
  'not-asked': ['the method eth_sendRawTransaction does not exist/is not available'],
  unclear: [
    'nonce too low',
    'nonce too low: next nonce 5, tx nonce 4',
    'OldNonce',
    'Nonce already used',
    'a transaction with the same nonce already exists',
    'too many requests',
    'daily request count exceeded, request rate limited',
    'request timed out',
    'internal error',
    'upstream unavailable',
    'something new',
  ],
}

test('only a node that read the transaction and turned it away proves that it does not have it', () => {
  for (const [refusal, messages] of Object.entries(SAID))
    for (const message of messages) assert.equal(readSendRefusal({ code: -32_000, message }), refusal, message)
})

test('the codes of a limit and of an unknown method decide before the words', () => {
  assert.equal(readSendRefusal({ code: -32_005, message: 'insufficient funds' }), 'unclear')
  assert.equal(readSendRefusal({ code: -32_601, message: 'already known' }), 'not-asked')
})
