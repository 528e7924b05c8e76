import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { TestAnswer } from './testService.ts'

// Answers as the services document them, of one contract. Members that we do not read are in them too.

export const CONTRACT: Address = `0x${'c0'.repeat(20)}`
export const CREATOR: Address = `0x${'ab'.repeat(20)}`
export const TRANSACTION: Hex = `0x${'7a'.repeat(32)}`
export const TRANSFER = {
  type: 'function',
  name: 'transfer',
  inputs: [
    { name: 'to', type: 'address', internalType: 'address' },
    { name: 'amount', type: 'uint256', internalType: 'uint256' },
  ],
  outputs: [{ name: '', type: 'bool', internalType: 'bool' }],
  stateMutability: 'nonpayable',
}

/** docs.sourcify.dev/docs/api, `GET /v2/contract/{chainId}/{address}`. */
export const SOURCIFY = {
  verified: {
    json: {
      match: 'exact_match',
      creationMatch: 'exact_match',
      runtimeMatch: 'exact_match',
      matchId: '3266227',
      chainId: '1',
      address: CONTRACT,
      verifiedAt: '2024-07-24T12:00:00Z',
      abi: [TRANSFER],
      compilation: { language: 'Solidity', compilerVersion: '0.8.24+commit.e11b9ed9', name: 'PlainToken' },
      deployment: { transactionHash: TRANSACTION, blockNumber: '4321', transactionIndex: '2', deployer: CREATOR },
    },
  },
  unverified: {
    status: 404,
    json: { match: null, creationMatch: null, runtimeMatch: null, chainId: '1', address: CONTRACT },
  },
  unsupportedChain: {
    status: 404,
    json: { customCode: 'unsupported_chain', message: 'The chain with chainId 56 is not supported', errorId: 'x' },
  },
} satisfies Record<string, TestAnswer>

const ok = (result: unknown): TestAnswer => ({ json: { status: '1', message: 'OK', result } })
const notOk = (result: unknown): TestAnswer => ({ json: { status: '0', message: 'NOTOK', result } })
/** docs.etherscan.io: "Get Contract Source Code", "Get Contract Creator and Creation Tx Hash", "Common Error Messages". */
export const ETHERSCAN = {
  source: ok([
    {
      SourceCode: 'contract PlainToken {}',
      ABI: JSON.stringify([TRANSFER]),
      ContractName: 'PlainToken',
      CompilerVersion: 'v0.8.24+commit.e11b9ed9',
      OptimizationUsed: '1',
      Runs: '200',
      EVMVersion: 'Default',
      ConstructorArguments: '',
      Library: '',
      LicenseType: 'MIT',
      Proxy: '0',
      Implementation: '',
      SwarmSource: '',
    },
  ]),
  unverified: ok([{ SourceCode: '', ABI: 'Contract source code not verified', ContractName: '', CompilerVersion: '' }]),
  creation: ok([
    {
      contractAddress: CONTRACT,
      contractCreator: CREATOR,
      txHash: TRANSACTION,
      blockNumber: '4321',
      timestamp: '1712345678',
      contractFactory: '',
      creationBytecode: '0x6080',
    },
  ]),
  noCreation: { json: { status: '0', message: 'No data found', result: null } },
  rateLimit: notOk('Max rate limit reached, please use API Key for higher rate limit'),
  badKey: notOk('Invalid API Key'),
  badChain: notOk('Missing or unsupported chainid parameter (required for v2 api), please see chainlist'),
} satisfies Record<string, TestAnswer>

/** docs.blockscout.com, REST API: "get-smart-contract" and "get-address". */
export const BLOCKSCOUT = {
  source: {
    json: {
      is_verified: true,
      is_fully_verified: true,
      is_changed_bytecode: false,
      language: 'solidity',
      name: 'PlainToken',
      compiler_version: 'v0.8.24+commit.e11b9ed9',
      abi: [TRANSFER],
      source_code: '…',
      verified_twin_address_hash: null,
      deployed_bytecode: '0x6080',
      optimization_enabled: true,
    },
  },
  unverified: { json: { is_verified: false, deployed_bytecode: '0x6080', creation_bytecode: '0x6080' } },
  unknown: { status: 404, json: { message: 'Not found' } },
  account: {
    json: {
      hash: CONTRACT,
      is_contract: true,
      is_verified: true,
      coin_balance: '0',
      ens_domain_name: null,
      creator_address_hash: CREATOR,
      creation_transaction_hash: TRANSACTION,
      creation_status: 'success',
    },
  },
} satisfies Record<string, TestAnswer>
