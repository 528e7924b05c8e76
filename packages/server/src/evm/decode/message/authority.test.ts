import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeFunctionData, parseAbi } from 'viem/utils'
import { OTHER, recogniseTyped, SIGNER, TOKEN, VERIFIER } from './testTypedData.ts'

const ZERO = `0x${'0'.repeat(40)}`
const WORD = `0x${'ab'.repeat(32)}` as const
const NFT = '0x5555555555555555555555555555555555555555'
const transferCall = encodeFunctionData({
  abi: parseAbi(['function transfer(address to, uint256 amount)']),
  args: [OTHER, 5n],
})

const SAFE_TX = (gas: string) =>
  `SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 ${gas},uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce)`
const safeTx = {
  to: TOKEN,
  value: 0,
  data: transferCall,
  operation: 1,
  safeTxGas: 0,
  gasPrice: 0,
  gasToken: ZERO,
  refundReceiver: ZERO,
  nonce: 3,
}
const times = { nonce: 0, salt: 0, expiry: 9, deadline: 9 }

type Expected = Record<string, unknown>[]
const KNOWN: [name: string, type: string, message: unknown, domain: Record<string, unknown>, expected: Expected][] = [
  [
    'Safe transaction with a refund',
    SAFE_TX('baseGas'),
    { ...safeTx, baseGas: 4, gasPrice: 3, refundReceiver: OTHER },
    { name: undefined, version: undefined },
    [
      {
        kind: 'execution',
        protocol: 'Safe 1.3+',
        account: VERIFIER,
        calls: [{ to: TOKEN, value: 0n, data: transferCall, operation: 1 }],
        refund: { token: null, receiver: OTHER, gasPrice: 3n, baseGas: 4n },
      },
    ],
  ],
  [
    'Safe before chain ids',
    SAFE_TX('baseGas'),
    { ...safeTx, baseGas: 0 },
    { name: undefined, version: undefined, chainId: undefined },
    [{ protocol: 'Safe 1.0-1.2', refund: null }],
  ],
  [
    'Safe 0.1',
    SAFE_TX('dataGas'),
    { ...safeTx, dataGas: 0 },
    { name: undefined, version: undefined },
    [{ protocol: 'Safe 0.1' }],
  ],
  [
    'Safe message',
    'SafeMessage(bytes message)',
    { message: WORD },
    {},
    [{ kind: 'blind', protocol: 'Safe message', hash: WORD }],
  ],
  [
    'forwarded call',
    'ForwardRequest(address from,address to,uint256 value,uint256 gas,uint256 nonce,uint48 deadline,bytes data)',
    { ...times, from: SIGNER, to: TOKEN, value: 1, gas: 2, data: transferCall },
    {},
    [
      {
        kind: 'execution',
        protocol: 'ForwardRequest',
        account: SIGNER,
        calls: [{ to: TOKEN, value: 1n, data: transferCall }],
        deadline: 9n,
      },
    ],
  ],
  [
    'meta-transaction',
    'MetaTransaction(uint256 nonce,address from,bytes functionSignature)',
    { nonce: 0, from: SIGNER, functionSignature: transferCall },
    {},
    [{ kind: 'execution', calls: [{ to: VERIFIER, value: 0n, data: transferCall }] }],
  ],
  [
    'user operation',
    'PackedUserOperation(address sender,uint256 nonce,bytes initCode,bytes callData,bytes32 accountGasLimits,uint256 preVerificationGas,bytes32 gasFees,bytes paymasterAndData)',
    {
      sender: OTHER,
      nonce: 0,
      initCode: '0x',
      callData: transferCall,
      accountGasLimits: WORD,
      preVerificationGas: 1,
      gasFees: WORD,
      paymasterAndData: '0x',
    },
    { name: 'ERC4337' },
    [
      {
        kind: 'execution',
        protocol: 'ERC-4337',
        account: OTHER,
        calls: [{ to: OTHER, value: 0n, data: transferCall }],
      },
    ],
  ],
  [
    'relay request of any make',
    'RelayRequest(address from,address to,uint256 value,bytes data,uint256 validUntilTime)',
    { from: SIGNER, to: TOKEN, value: 1, data: '0x12345678', validUntilTime: 9 },
    {},
    [{ kind: 'execution', protocol: null, account: SIGNER, calls: [{ to: TOKEN, value: 1n, data: '0x12345678' }] }],
  ],
  [
    'user operation of EntryPoint 0.6',
    'UserOperation(address sender,uint256 nonce,bytes initCode,bytes callData)',
    { sender: OTHER, nonce: 0, initCode: '0x', callData: transferCall },
    {},
    [{ kind: 'execution', protocol: null, account: OTHER, calls: [{ to: OTHER, value: 0n, data: transferCall }] }],
  ],
  [
    'delegation with caveats',
    'Delegation(address delegate,address delegator,bytes32 authority,Caveat[] caveats,uint256 salt)Caveat(address enforcer,bytes terms)',
    {
      delegate: OTHER,
      delegator: SIGNER,
      authority: WORD,
      salt: 0,
      caveats: [
        { enforcer: '0x7F20f61b1f09b08D970938F6fa563634d65c4EeB', terms: `${TOKEN}${NFT.slice(2)}` },
        {
          enforcer: '0x1046bb45C8d673d4ea75321280DB34899413c069',
          terms: `0x${'0'.repeat(32)}${'9'.padStart(32, '0')}`,
        },
      ],
    },
    {},
    [
      {
        kind: 'session',
        protocol: 'MetaMask delegation',
        account: SIGNER,
        delegate: OTHER,
        targets: [TOKEN, NFT],
        expiration: 9n,
      },
    ],
  ],
  [
    'Hyperliquid agent',
    'HyperliquidTransaction:ApproveAgent(string hyperliquidChain,address agentAddress,string agentName,uint64 nonce)',
    { hyperliquidChain: 'Mainnet', agentAddress: OTHER, agentName: '', nonce: 1 },
    { verifyingContract: ZERO },
    [{ kind: 'session', verifier: null, delegate: OTHER, account: SIGNER }],
  ],
  [
    'Hyperliquid withdrawal',
    'HyperliquidTransaction:Withdraw(string hyperliquidChain,string destination,string amount,uint64 time)',
    { hyperliquidChain: 'Mainnet', destination: OTHER, amount: '10.5', time: 1 },
    { verifyingContract: ZERO },
    [
      {
        kind: 'unknown',
        protocol: 'Hyperliquid Withdraw',
        addresses: [{ path: 'destination', address: OTHER }],
        moves: [{ token: null, amount: 10_500_000n, path: 'amount' }],
      },
    ],
  ],
  [
    'session key of any make',
    'Session(address sessionKey,uint256 expiry,string scope)',
    { sessionKey: OTHER, expiry: 9, scope: 'game' },
    {},
    [{ kind: 'session', protocol: null, delegate: OTHER, expiration: 9n, limits: ['expiry: 9', 'scope: game'] }],
  ],
  [
    'session key whose limit is none',
    'Session(address sessionKey,uint256 expiry,uint256 spendLimit)',
    { sessionKey: OTHER, expiry: 9, spendLimit: String(2n ** 256n - 1n) },
    {},
    [{ kind: 'session', delegate: OTHER, valueBounded: false }],
  ],
  [
    'session key with a budget',
    'Session(address sessionKey,uint256 expiry,uint256 spendLimit)',
    { sessionKey: OTHER, expiry: 9, spendLimit: '5000000' },
    {},
    [{ kind: 'session', delegate: OTHER, valueBounded: null }],
  ],
  [
    'EIP-7702 as typed data',
    'Authorization(uint256 chainId,address address,uint64 nonce)',
    { chainId: 0, address: OTHER, nonce: 4 },
    {},
    [{ kind: 'delegation', delegate: OTHER, chainId: 0n, nonce: 4n }],
  ],
  [
    'delegation of votes',
    'Delegation(address delegatee,uint256 nonce,uint256 expiry)',
    { ...times, delegatee: OTHER },
    {},
    [{ kind: 'vote', delegate: OTHER, deadline: 9n }],
  ],
  [
    'ballot',
    'Ballot(uint256 proposalId,uint8 support)',
    { proposalId: 1, support: 1 },
    {},
    [{ kind: 'vote', delegate: null }],
  ],
  [
    'Snapshot vote',
    'Vote(address from,string space,uint64 timestamp,bytes32 proposal,uint32 choice)',
    { from: SIGNER, space: 'a.eth', timestamp: 1, proposal: WORD, choice: 1 },
    { name: 'snapshot', verifyingContract: undefined },
    [{ kind: 'vote', protocol: 'Snapshot' }],
  ],
]

for (const [name, type, message, domain, expected] of KNOWN) {
  test(`recognised: ${name}`, () => {
    const intents = recogniseTyped(type, message, domain)
    assert.equal(intents.length, expected.length)
    assert.partialDeepStrictEqual(intents, expected)
  })
}
