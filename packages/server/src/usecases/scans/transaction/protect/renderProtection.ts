import type { Address } from '@redoubt/risk/address.ts'
import { type Condition, NO_ADDRESS } from '@redoubt/risk/protect/condition.ts'
import { describeCondition } from '@redoubt/risk/protect/describeCondition.ts'
import { getAddress, numberToHex } from 'viem/utils'
import type { OfferedProtection, Protection, ProtectSources, UnavailableReason } from './protection.ts'

type RenderedCondition = {
  kind: Condition['kind']
  target: string | null
  account: string | null
  other: string | null
  id: string
  before: string | null
  after: string
  min: string
  max: string
  text: string
}

/** `data.protect` of POST /v1/scan/transaction. */
export type RenderedProtection = {
  status: Protection['status']
  reason: UnavailableReason | null
  message: string
  form: OfferedProtection['form'] | null
  account: string | null
  atomicRequired: boolean
  assertion: { address: string; codeHash: string; deployed: boolean; gas: string } | null
  calls: { to: string; value: string; data: string; role: OfferedProtection['calls'][number]['role'] }[]
  transaction: {
    from: string
    to: string
    value: string
    data: string
    authorizationList: { chainId: number; address: string; nonce: string }[] | null
  } | null
  safeTransaction: {
    safe: string
    to: string
    value: string
    data: string
    operation: number
    safeTxGas: string
    baseGas: string
    gasPrice: string
    gasToken: string
    refundReceiver: string
    nonce: string
  } | null
  userOperation: { callData: string; callGasLimit: string | null } | null
  caveats: {
    status: Protection['status']
    reason: string | null
    list: { name: string; enforcer: string; terms: string; args: string; text: string }[]
    notCovered: string[]
  } | null
  conditions: RenderedCondition[]
  slippageBps: number | null
  feeAllowance: string | null
  gasLimit: string | null
  maxFeePerGas: string | null
  loosened: string[]
  notAsserted: string[]
}

/** What the wallet must do, by form. */
const MESSAGES: Readonly<Record<OfferedProtection['form'], string>> = {
  bundle:
    'Send the calls by wallet_sendCalls with atomicRequired true (EIP-5792). A wallet that cannot make them all or none must refuse; an account of a key makes several calls only with a delegate (EIP-7702), which such a wallet offers.',
  'delegated-account':
    'Send the calls by wallet_sendCalls with atomicRequired true, or `transaction` from the account to itself where it is not null.',
  safe: 'Let the owners sign and execute `safeTransaction`: it needs new signatures.',
  'user-operation': 'Replace the call data of the operation, and its gas limit, and sign it again.',
}

/** Translates a protection into JSON. */
export function renderProtection(protection: Protection, sources: ProtectSources | null): RenderedProtection {
  if (protection.status === 'unavailable' || sources === null) return unavailable(protection)
  const { form, account, calls, conditions, transaction, safeTransaction, userOperation, caveats } = protection
  const { assertion, nameOf } = sources
  const textOf = (condition: Condition) => describeCondition(condition, nameOf)
  return {
    status: 'offered',
    reason: null,
    message: MESSAGES[form],
    form,
    account: getAddress(account),
    atomicRequired: true,
    assertion: {
      address: getAddress(assertion.address),
      codeHash: assertion.codeHash,
      deployed: protection.deployed,
      gas: String(protection.gas),
    },
    calls: calls.map(({ to, value, data, role }) => ({ to: getAddress(to), value: numberToHex(value), data, role })),
    transaction: transaction && {
      from: getAddress(transaction.from),
      to: getAddress(transaction.to),
      value: '0',
      data: transaction.data,
      authorizationList:
        transaction.authorizationList?.map(({ chainId, address, nonce }) => ({
          chainId,
          address: getAddress(address),
          nonce: String(nonce),
        })) ?? null,
    },
    safeTransaction: safeTransaction && {
      safe: getAddress(safeTransaction.safe),
      to: getAddress(safeTransaction.to),
      value: '0',
      data: safeTransaction.data,
      operation: safeTransaction.operation,
      safeTxGas: '0',
      baseGas: '0',
      gasPrice: '0',
      gasToken: NO_ADDRESS,
      refundReceiver: NO_ADDRESS,
      nonce: String(safeTransaction.nonce),
    },
    userOperation: userOperation && {
      callData: userOperation.callData,
      callGasLimit: userOperation.callGasLimit === null ? null : String(userOperation.callGasLimit),
    },
    caveats:
      'reason' in caveats
        ? { status: 'unavailable', reason: caveats.reason, list: [], notCovered: [] }
        : {
            status: 'offered',
            reason: null,
            list: caveats.list.map(({ name, enforcer, terms, condition }) => ({
              name,
              enforcer: getAddress(enforcer),
              terms,
              args: '0x',
              text: textOf(condition),
            })),
            notCovered: caveats.left.map(textOf),
          },
    conditions: conditions.map((condition) => ({
      kind: condition.kind,
      target: shown(condition.target),
      account: shown(condition.account),
      other: shown(condition.other),
      id: String(condition.id),
      before: condition.before === null ? null : String(condition.before),
      after: String(condition.after),
      min: String(condition.min),
      max: String(condition.max),
      text: textOf(condition),
    })),
    slippageBps: protection.slippageBps,
    feeAllowance: String(protection.feeAllowance),
    gasLimit: protection.gasLimit === null ? null : String(protection.gasLimit),
    maxFeePerGas: protection.maxFeePerGas === null ? null : String(protection.maxFeePerGas),
    loosened: protection.loosened,
    notAsserted: protection.notAsserted,
  }
}

/** The answer without protection, for the reason that a protection names, or another. */
export function unavailable(given: Protection | { reason: UnavailableReason; message: string }): RenderedProtection {
  const { reason, message } =
    'reason' in given ? given : { reason: 'no-assertion-contract' as const, message: 'No assertion contract is known.' }
  return {
    status: 'unavailable',
    reason,
    message,
    form: null,
    account: null,
    atomicRequired: false,
    assertion: null,
    calls: [],
    transaction: null,
    safeTransaction: null,
    userOperation: null,
    caveats: null,
    conditions: [],
    slippageBps: null,
    feeAllowance: null,
    gasLimit: null,
    maxFeePerGas: null,
    loosened: [],
    notAsserted: [],
  }
}

function shown(address: Address): string | null {
  return address === NO_ADDRESS ? null : getAddress(address)
}
