export { guardAnnounced } from './announced.ts'
export { type GuardOptions, guard } from './guard.ts'
export { defaultPolicy, GuardRefusal, type Policy, type Verdict, type WalletRequest } from './verdict.ts'
