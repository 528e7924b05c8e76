import {
  type Address,
  formatTransaction,
  formatTransactionRequest,
  type Hex,
  numberToHex,
  parseEther,
  parseTransaction,
  type RpcTransaction,
  serializeTransaction,
} from 'viem'
import { formatUserOperationRequest } from 'viem/account-abstraction'
import { privateKeyToAccount, signAuthorization } from 'viem/accounts'
import { TRANSACTION } from './testWorld.ts'

const to = TRANSACTION.to as Address
const from = TRANSACTION.from as Address
const data: Hex = '0x095ea7b3'
const hash: Hex = `0x${'ab'.repeat(32)}`
const word: Hex = `0x${'01'.repeat(32)}`
const r: Hex = `0x${'11'.repeat(32)}`
const account = privateKeyToAccount(`0x${'07'.repeat(32)}`)
const accessList = [{ address: to, storageKeys: [word] }]
const fees = { maxFeePerGas: 30_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n }

/** JSON has no bigints: people write them as decimal text. */
export function asJson(value: unknown): Record<string, unknown> {
  return JSON.parse(JSON.stringify(value, (_, member) => (typeof member === 'bigint' ? String(member) : member)))
}

/** Transactions as libraries, wallets and nodes write them, made by viem itself where it writes them. */
export async function walletTransactions(): Promise<Record<string, object>> {
  const request = { from, to, data, value: parseEther('1'), gas: 21_000n, nonce: 7 }
  const authorization = await signAuthorization({
    privateKey: `0x${'07'.repeat(32)}`,
    address: to,
    chainId: 1,
    nonce: 7,
  })
  const mined = minedTransaction()
  const unsigned = { chainId: 1, type: 'eip1559', to, data, value: 1n, gas: 21_000n, nonce: 7, accessList } as const
  const signed = await account.signTransaction({ ...unsigned, ...fees })
  const blob = { type: 'eip4844', to, blobVersionedHashes: [word], maxFeePerBlobGas: 1n, ...fees } as const
  return {
    'viem TransactionRequest, legacy': { ...request, type: 'legacy', gasPrice: 1n },
    'viem TransactionRequest, eip2930': { ...request, type: 'eip2930', gasPrice: 1n, accessList },
    'viem TransactionRequest, eip1559': { ...request, ...fees, type: 'eip1559', accessList },
    'viem TransactionRequest, eip4844': { ...request, ...blob, blobs: ['0x00'] },
    'viem TransactionRequest, eip7702': { ...request, ...fees, type: 'eip7702', authorizationList: [authorization] },
    'viem TransactionRequest, eip7702 unsigned': {
      ...request,
      type: 'eip7702',
      authorizationList: [{ contractAddress: to, chainId: 1, nonce: 8 }],
    },
    'viem RpcTransactionRequest': formatTransactionRequest({ ...request, ...fees, type: 'eip1559', accessList }),
    'viem RpcTransactionRequest, eip7702': formatTransactionRequest({
      ...request,
      type: 'eip7702',
      authorizationList: [authorization],
    }),
    'viem TransactionSerializable, read from a signed one': { from, ...parseTransaction(signed) },
    'viem TransactionSerializable, unsigned': {
      from,
      ...parseTransaction(serializeTransaction({ ...unsigned, ...fees })),
    },
    'viem TransactionSerializable, eip4844': {
      from,
      chainId: 1,
      sidecars: [{ blob: '0x00', commitment: '0x00', proof: '0x00' }],
      ...blob,
    },
    'a node’s transaction, eip1559': mined,
    'a node’s transaction, pending': { ...mined, blockHash: null, blockNumber: null, transactionIndex: null },
    'a node’s transaction, legacy': {
      ...minedTransaction(),
      type: '0x0',
      v: '0x25',
      maxFeePerGas: undefined,
      maxPriorityFeePerGas: undefined,
      accessList: undefined,
      yParity: undefined,
    },
    'viem Transaction, eip1559': formatTransaction(mined),
    'viem Transaction, eip7702': formatTransaction({
      ...mined,
      type: '0x4',
      authorizationList: [{ ...rpcSignature, address: to, chainId: '0x1', nonce: '0x1' }],
    } as never),
    ...handWritten(),
  }
}

const rpcSignature = { r, s: r, yParity: '0x1' } as const

function minedTransaction(): RpcTransaction {
  return {
    blockHash: hash,
    blockNumber: '0x1',
    blockTimestamp: '0x1',
    transactionIndex: '0x0',
    hash,
    from,
    to,
    gas: '0x5208',
    gasPrice: '0x2',
    maxFeePerGas: '0x3',
    maxPriorityFeePerGas: '0x1',
    input: data,
    nonce: '0x7',
    value: '0x0',
    type: '0x2',
    accessList: [],
    chainId: '0x1',
    v: '0x1',
    r,
    s: r,
    yParity: '0x1',
  } as unknown as RpcTransaction
}

function handWritten(): Record<string, object> {
  // ethers is not installed: what follows is written after src.ts/transaction/transaction.ts and src.ts/providers/provider.ts of 6.17.0.
  const signature = { _type: 'signature', networkV: null, r, s: r, v: 28 }
  const toJson = {
    type: 2,
    to,
    data,
    nonce: 7,
    gasLimit: '21000',
    gasPrice: null,
    value: '0',
    chainId: '1',
    sig: signature,
    maxPriorityFeePerGas: '1',
    maxFeePerGas: '3',
    accessList: [],
  }
  const response = {
    _type: 'TransactionResponse',
    accessList: [],
    blockNumber: 7,
    blockHash: hash,
    blobVersionedHashes: null,
    chainId: '1',
    data,
    from,
    gasLimit: '21000',
    gasPrice: '2',
    hash,
    maxFeePerGas: '3',
    maxPriorityFeePerGas: '1',
    maxFeePerBlobGas: null,
    nonce: 7,
    signature,
    to,
    index: 0,
    type: 2,
    value: '0',
  }
  // MetaMask is no library: TransactionParams of @metamask/transaction-controller, src/types.ts.
  const metaMask = { from, to, value: '0x0', data, gas: '0x5208', maxFeePerGas: '0x3', maxPriorityFeePerGas: '0x1' }
  return {
    'ethers TransactionRequest': {
      type: 2,
      to,
      from,
      nonce: 7,
      gasLimit: 21_000,
      maxPriorityFeePerGas: '1',
      maxFeePerGas: '3',
      data,
      value: '0',
      chainId: 1,
      accessList: [[to, [word]]],
      customData: {},
      blockTag: 'latest',
      enableCcipRead: false,
      gasPrice: null,
      blobs: null,
      kzg: null,
    },
    'ethers TransactionRequest, access list by address': { from, to, type: 1, accessList: { [to]: [word] } },
    'ethers TransactionRequest, authorization with a signature object': {
      from,
      to,
      type: 4,
      authorizationList: [{ address: to, nonce: '7', chainId: '1', signature: { ...signature, v: 27 } }],
    },
    'ethers Transaction.toJSON': { from, ...toJson },
    'ethers Transaction.toJSON, unsigned legacy': {
      ...toJson,
      from,
      type: 0,
      sig: null,
      gasPrice: '1',
      maxFeePerGas: null,
      maxPriorityFeePerGas: null,
      accessList: null,
    },
    'ethers TransactionResponse.toJSON': response,
    'ethers TransactionResponse.toJSON, legacy and pending': {
      ...response,
      type: 0,
      blockNumber: null,
      blockHash: null,
      accessList: null,
      maxFeePerGas: null,
      maxPriorityFeePerGas: null,
    },
    // After src.ts/transactions and @ethersproject/abstract-provider of 5.8.0, with its BigNumbers as text.
    'ethers 5 TransactionResponse': {
      from,
      to,
      data,
      value: '0',
      gasLimit: '21000',
      gasPrice: '2',
      maxFeePerGas: '3',
      maxPriorityFeePerGas: '1',
      chainId: 1,
      nonce: 7,
      type: 2,
      accessList: [],
      hash,
      blockHash: null,
      blockNumber: null,
      transactionIndex: 0,
      timestamp: 1_700_000_000,
      confirmations: 0,
      creates: null,
      raw: '0x',
      v: 1,
      r,
      s: r,
    },
    // After web3-types src/eth_types.ts of 1.10: TransactionBase and TransactionInfo.
    'web3.js 4 Transaction': {
      from,
      to,
      data,
      input: data,
      value: '0x0',
      gas: '0x5208',
      gasLimit: '0x5208',
      maxFeePerGas: '0x3',
      maxPriorityFeePerGas: '0x1',
      type: '0x2',
      nonce: '0x7',
      hardfork: 'cancun',
      chainId: '0x1',
      networkId: '0x1',
      accessList: [],
    },
    'a transaction of Nethermind or OpenEthereum': {
      from,
      to,
      data,
      input: data,
      value: '0x0',
      gas: '0x5208',
      gasPrice: '0x2',
      type: '0x0',
      hash,
      creates: null,
      publicKey: null,
      raw: '0x',
      condition: null,
      standardV: '0x0',
    },
    'eth_sendTransaction of a dApp': { from, to, value: '0x0', data },
    'MetaMask TransactionParams': {
      ...metaMask,
      chainId: '0x1',
      nonce: '0x7',
      type: '0x2',
      gasLimit: '0x5208',
      gasUsed: '0x5208',
      estimateGasError: '',
      estimateSuggested: 'medium',
      estimateUsed: 'medium',
      estimatedBaseFee: '0x1',
    },
    wallet_sendCalls: {
      version: '2.0.0',
      id: 'bundle-1',
      from,
      chainId: numberToHex(1),
      atomicRequired: true,
      calls: [
        { to, value: '0x0', data, capabilities: { paymasterService: { url: 'https://p.example', optional: true } } },
        { to, data, chainId: '0x1' },
      ],
      capabilities: { paymasterService: { url: 'https://p.example' } },
    },
  }
}

const sender = from
const gas = { callGasLimit: 1n, verificationGasLimit: 1n, preVerificationGas: 1n }
const operation = { sender, nonce: 1n, callData: data, signature: '0x01' as Hex, ...gas, ...fees }
const paymaster = { paymaster: to, paymasterData: '0x' as Hex }

/** User operations of viem's types, and as eth_sendUserOperation takes them. */
export async function walletOperations(): Promise<Record<string, object>> {
  const authorization = await signAuthorization({
    privateKey: `0x${'07'.repeat(32)}`,
    address: to,
    chainId: 1,
    nonce: 7,
  })
  const seventh = {
    ...operation,
    ...paymaster,
    factory: to,
    factoryData: '0x' as Hex,
    paymasterVerificationGasLimit: 1n,
    paymasterPostOpGasLimit: 1n,
  }
  const packed = {
    sender,
    nonce: 1n,
    callData: data,
    initCode: '0x',
    accountGasLimits: word,
    gasFees: word,
    preVerificationGas: 1n,
    paymasterAndData: '0x',
    signature: '0x',
  }
  return {
    'viem UserOperation 0.6': { ...operation, initCode: '0x', paymasterAndData: '0x' },
    'viem UserOperation 0.7': seventh,
    'viem UserOperation with an authorization': { ...operation, authorization },
    'viem PackedUserOperation': packed,
    'RPC UserOperation 0.7': formatUserOperationRequest(seventh as never),
    'RPC UserOperation with eip7702Auth': formatUserOperationRequest({ ...operation, authorization } as never),
  }
}
