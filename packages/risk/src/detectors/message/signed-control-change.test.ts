import { encodeFunctionData, pad, parseAbi, toEventSelector } from 'viem'
import type { Address } from '../../address.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import {
  account,
  byAddress,
  contract,
  FRIEND,
  frame,
  label,
  STRANGER,
  simulation,
  UNKNOWN_CONTRACT,
  USDC,
} from '../../testing/sampleFacts.ts'
import { execution, SAFE, worstCaseExecution } from '../../testing/sampleMessage.ts'
import { judgement } from '../../testing/testJudgement.ts'
import detector from './signed-control-change.ts'

const abi = parseAbi([
  'function addOwnerWithThreshold(address,uint256)',
  'function changeThreshold(uint256)',
  'function enableModule(address)',
  'function setGuard(address)',
  'function transfer(address,uint256)',
])
const runs = (to: Address, data: `0x${string}`) => ({ intents: [execution({ calls: [{ to, value: 0n, data }] })] })
const own = (functionName: 'enableModule' | 'setGuard') =>
  runs(SAFE, encodeFunctionData({ abi, functionName, args: [STRANGER] }))
const addOwner = encodeFunctionData({ abi, functionName: 'addOwnerWithThreshold', args: [STRANGER, 1n] })

detectorTest(detector, {
  detects: {
    'a new owner': runs(SAFE, addOwner),
    'fewer signatures': runs(SAFE, encodeFunctionData({ abi, functionName: 'changeThreshold', args: [1n] })),
    'a module': own('enableModule'),
    'a guard': own('setGuard'),
    'a module that is a wallet': { severity: 'critical', ...own('enableModule'), named: byAddress(account(STRANGER)) },
    'unknown code as a module, by the only signature there is': {
      severity: 'critical',
      ...own('enableModule'),
      named: byAddress(contract(STRANGER)),
      worstCaseExecutions: [worstCaseExecution({ simulations: [simulation(), simulation()] })],
    },
    'a module that acts by the records of the Safe': {
      severity: 'medium',
      ...own('enableModule'),
      named: byAddress(contract(STRANGER)),
      worstCaseExecutions: [worstCaseExecution({ simulations: [simulation(), simulation()] })],
      contractJudgements: judgement(STRANGER, 'none', {}, { walletsByRecord: true }),
    },
    'unknown code as a module, with others to agree': {
      ...own('enableModule'),
      named: byAddress(contract(STRANGER)),
      worstCaseExecutions: [worstCaseExecution({ simulations: [simulation(), simulation(), simulation()] })],
    },
    'a known module': {
      ...own('enableModule'),
      named: byAddress(contract(STRANGER, { labels: [label('defi_protocol', 'Allowance module')] })),
      worstCaseExecutions: [worstCaseExecution({ simulations: [simulation(), simulation()] })],
    },
    'a module that only the execution shows': {
      ...runs(UNKNOWN_CONTRACT, '0x12345678'),
      worstCaseExecutions: [
        worstCaseExecution({
          simulations: [
            simulation({
              trace: frame({
                logs: [
                  {
                    address: SAFE,
                    topics: [toEventSelector('EnabledModule(address)'), pad(STRANGER)],
                    data: '0x',
                  },
                ],
              }),
            }),
          ],
        }),
      ],
    },
  },
  clears: {
    'a payment': runs(USDC, encodeFunctionData({ abi, functionName: 'transfer', args: [FRIEND, 1n] })),
    'the same call of another account’s account': runs(UNKNOWN_CONTRACT, addOwner),
    'a permit': {},
  },
})
