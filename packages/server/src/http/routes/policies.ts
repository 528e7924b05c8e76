import type { Address } from '@redoubt/risk/address.ts'
import { getAddress } from 'viem/utils'
import { canBeWatched } from '../../domain/monitor.ts'
import type { NewlyAllowed } from '../../domain/policy/comparePolicies.ts'
import { usdText } from '../../domain/policy/decision.ts'
import type { Policy, PolicyRules } from '../../domain/policy/policy.ts'
import { documentOf } from '../../domain/policy/policyDocument.ts'
import { POLICY_TEMPLATES } from '../../domain/policy/templates.ts'
import { ApiError } from '../../errors.ts'
import type { GuardedWallet } from '../../usecases/policies/policies.ts'
import { renderDecision } from '../../usecases/policies/renderDecision.ts'
import { callerOf } from '../access/guard.ts'
import { success } from '../answer/envelope.ts'
import type { Access, App, Edge } from '../context.ts'
import { checksummed } from '../parse/parseEntity.ts'
import { parsePolicy } from '../parse/parsePolicy.ts'
import { Enveloped } from '../schemas/common.ts'
import {
  ChangedPolicySchema,
  DeletedPolicy,
  GuardedWalletSchema,
  PolicyBody,
  PolicyPage,
  PolicyPath,
  PolicyQuery,
  PolicyTemplates,
  PolicyVersions,
  ReleasedReservation,
  ReservationPath,
} from '../schemas/policies.ts'

const config = { access: { scopes: ['admin'] } satisfies Access }
const tags = ['Policies']
const DEFAULT_LIMIT = 25

/** GET /v1/policies and /v1/policies/templates; PUT, GET and DELETE /v1/policies/{address}; its versions and reservations. */
export function policyRoutes(app: App, edge: Edge): void {
  const { policies } = edge.ports

  app.get(
    '/v1/policies',
    {
      config,
      schema: {
        tags,
        operationId: 'listPolicies',
        summary: 'List the policies of the account',
        querystring: PolicyQuery,
        response: { 200: Enveloped(PolicyPage, 'Newest first.') },
      },
    },
    async (request) => {
      const { limit = DEFAULT_LIMIT, cursor = null } = request.query
      const page = await policies.list(callerOf(request), { limit, cursor })
      return success(request, { policies: page.policies.map((one) => shown(one)), nextCursor: page.nextCursor })
    },
  )

  app.get(
    '/v1/policies/templates',
    {
      config,
      schema: {
        tags,
        operationId: 'listPolicyTemplates',
        summary: 'List policies to begin with',
        response: { 200: Enveloped(PolicyTemplates, 'Complete the lists of one, and PUT its rules.') },
      },
    },
    async (request) =>
      success(request, {
        templates: POLICY_TEMPLATES.map(({ id, title, description, rules }) => ({
          id,
          title,
          description,
          rules: spelled(rules),
        })),
      }),
  )

  app.get(
    '/v1/policies/:address',
    {
      config,
      schema: {
        tags,
        operationId: 'getPolicy',
        summary: 'Get the policy of a wallet',
        params: PolicyPath,
        response: { 200: Enveloped(GuardedWalletSchema, 'The policy, what the wallet let go, and what is open.') },
      },
    },
    async (request) => {
      const address = walletOf(request.params.address)
      return success(request, shownWallet(known(await policies.get(callerOf(request), address))))
    },
  )

  app.put(
    '/v1/policies/:address',
    {
      config: { ...config, audit: { action: 'policy.changed', detail: ({ version }) => `version ${version}` } },
      schema: {
        tags,
        operationId: 'putPolicy',
        summary: 'Create or replace the policy of a wallet',
        description:
          'Omitted rules are not in force, but for `signing`: a wallet with a policy signs nothing that the policy does not list. What the change tightens counts at once. What it loosens waits for the time delay of the version before, an hour without one; until then both versions must allow a request. `change.newlyAllowed` shows one request that the new version judges more mildly. Read-only members of GET are accepted and ignored.',
        params: PolicyPath,
        body: PolicyBody,
        response: { 200: Enveloped(ChangedPolicySchema, 'The policy as it is now, and what the change allows.') },
      },
    },
    async (request) => {
      const address = walletOf(request.params.address)
      if (!canBeWatched(address))
        throw new ApiError('VALIDATION_ERROR', {
          detail: 'path.address: expected an address with a private key; this is a burn address',
        })
      const { change, ...wallet } = await policies.put(callerOf(request), address, parsePolicy(request.body))
      const { effectiveAt, newlyAllowed } = change
      return success(request, {
        ...shownWallet(wallet),
        change: { effectiveAt: timeOf(effectiveAt), newlyAllowed: newlyAllowed && shownExample(newlyAllowed) },
      })
    },
  )

  app.delete(
    '/v1/policies/:address',
    {
      config: { ...config, audit: { action: 'policy.deleted' } },
      schema: {
        tags,
        operationId: 'deletePolicy',
        summary: 'Delete the policy of a wallet',
        description: 'Its rules stay in force for its time delay, an hour without one.',
        params: PolicyPath,
        response: { 200: Enveloped(DeletedPolicy, 'The policy ends at `effectiveAt`.') },
      },
    },
    async (request) => {
      const address = walletOf(request.params.address)
      const { effectiveAt } = known(await policies.delete(callerOf(request), address))
      return success(request, { id: getAddress(address), deleted: true as const, effectiveAt: timeOf(effectiveAt) })
    },
  )

  app.get(
    '/v1/policies/:address/versions',
    {
      config,
      schema: {
        tags,
        operationId: 'listPolicyVersions',
        summary: 'List the versions of a policy',
        description: 'Who changed what, and when. Versions of deleted policies stay.',
        params: PolicyPath,
        querystring: PolicyQuery,
        response: { 200: Enveloped(PolicyVersions, 'Newest first.') },
      },
    },
    async (request) => {
      const { limit = DEFAULT_LIMIT, cursor = null } = request.query
      const address = walletOf(request.params.address)
      const page = await policies.versions(callerOf(request), address, { limit, cursor })
      return success(request, {
        versions: page.versions.map(({ rules, at, effectiveAt, ...version }) => ({
          ...version,
          rules: rules && spelled(rules),
          at: timeOf(at),
          effectiveAt: timeOf(effectiveAt),
        })),
        nextCursor: page.nextCursor,
      })
    },
  )

  app.delete(
    '/v1/policies/:address/reservations/:id',
    {
      config,
      schema: {
        tags,
        operationId: 'releaseReservation',
        summary: 'Give a reservation back',
        description:
          'For a signature or transaction that will never be used, because its nonce was used otherwise for example. What is used all the same is booked when it is seen on chain. A transaction that was sent is CONFLICT: it counts until it is mined, another one of its nonce is, or a day is over.',
        params: ReservationPath,
        response: { 200: Enveloped(ReleasedReservation, 'The reservation no longer counts.') },
      },
    },
    async (request) => {
      const { address, id } = request.params
      const { accountId, environment } = callerOf(request)
      const owner = { accountId, environment }
      known(
        (await policies.releaseReservation(owner, walletOf(address), id)) || null,
        'No open reservation has that id.',
      )
      return success(request, { id, deleted: true as const })
    },
  )
}

/** @throws ApiError NOT_FOUND */
function known<Value>(found: Value | null, detail = 'This account has no policy for that wallet.'): Value {
  if (found === null) throw new ApiError('NOT_FOUND', { detail })
  return found
}

function walletOf(text: string): Address {
  return checksummed(text, 'path.address').toLowerCase() as Address
}

const timeOf = (at: number) => new Date(at).toISOString()
const spelled = (rules: PolicyRules) => documentOf(rules, (address) => getAddress(address))

function shown({ address, version, rules, former, createdAt, updatedAt }: Policy) {
  return {
    address: getAddress(address),
    version,
    ...spelled(rules),
    alsoInForce: former.map((one) => ({ version: one.version, until: timeOf(one.until) })),
    createdAt: timeOf(createdAt),
    updatedAt: timeOf(updatedAt),
  }
}

function shownWallet({ policy, usage, open }: GuardedWallet) {
  return {
    ...shown(policy),
    usage: { dayUsd: usdText(usage.dayMicroUsd), rolling24hUsd: usdText(usage.rollingMicroUsd) },
    reservations: open.map(({ id, identity, state, microUsd, at, expiresAt, transactionHash }) => ({
      id,
      identity,
      state,
      usd: usdText(microUsd),
      at: timeOf(at),
      expiresAt: expiresAt === null ? null : timeOf(expiresAt),
      transactionHash,
    })),
  }
}

function shownExample({ effects, now, rule, before, after }: NewlyAllowed) {
  const request: object = JSON.parse(
    JSON.stringify(effects, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
  )
  return { rule, before: renderDecision(before), after: renderDecision(after), at: timeOf(now), request }
}
