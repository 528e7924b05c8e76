import assert from 'node:assert/strict'
import { test } from 'node:test'
import { needsOwnerConsent, needsSignature } from './pageWallet.ts'

const SIGNED = [
  ...['eth_sendTransaction', 'eth_signTransaction', 'eth_sendRawTransaction', 'personal_sign', 'eth_sign'],
  ...[
    'eth_signTypedData',
    'eth_signTypedData_v4',
    'wallet_sendCalls',
    'wallet_grantPermissions',
    'wallet_requestSnaps',
  ],
]
const ASKED = [
  'eth_requestAccounts',
  'wallet_requestPermissions',
  'wallet_addEthereumChain',
  'wallet_switchEthereumChain',
  'wallet_watchAsset',
  'wallet_connect',
]
const READ = [
  'eth_accounts',
  'eth_chainId',
  'eth_call',
  'eth_getBalance',
  'wallet_getCapabilities',
  'wallet_getPermissions',
  'net_version',
  'metamask_getProviderState',
  ...['linea_estimateGas', 'zks_getBridgeContracts', 'zks_L1ChainId', 'bor_getAuthor', 'arb_getL1Confirmations'],
  ...['zks_estimateFee', 'wallet_getAssets', 'wallet_disconnect'],
]
/** Raw transactions, other families of networks, and names that no wallet has. */
const UNKNOWN = [
  ...[
    'linea_sendTransaction',
    'tron_getSignature',
    'zks_getEncryptionPublicKey',
    'snap_getEntropy',
    'x_getKeystore',
    'eth2_sign',
    'wallet_getKeys',
    'zks_isolate',
    'x_getPrivateKey',
    'y_getSeed',
  ],
  'zks_sendRawTransaction',
  'personal_unlockAccount',
  'hedera:sign',
  'eth',
  '__proto__',
  '',
]

test('what would be signed is recorded and refused', () => {
  for (const method of SIGNED)
    assert.deepEqual([needsOwnerConsent(method), needsSignature(method)], [true, true], method)
})
test('what its owner is only asked about is recorded and answered', () => {
  for (const method of ASKED)
    assert.deepEqual([needsOwnerConsent(method), needsSignature(method)], [true, false], method)
})
test('reads are neither', () => {
  for (const method of READ)
    assert.deepEqual([needsOwnerConsent(method), needsSignature(method)], [false, false], method)
})
test('what we have never heard of is recorded, and left to the network to refuse', () => {
  for (const method of UNKNOWN)
    assert.deepEqual([needsOwnerConsent(method), needsSignature(method)], [true, false], method)
})
