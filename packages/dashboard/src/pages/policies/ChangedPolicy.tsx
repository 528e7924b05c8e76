import type { api } from '@redoubt/client'
import { type ReactNode, useEffect } from 'react'
import { Link } from 'wouter'
import { Address } from '../../ui/Address.tsx'
import { chainName, countText, timeText, usdText, wordsOf } from '../../ui/format.ts'
import { Json } from '../../ui/Json.tsx'
import { Level } from '../../ui/Level.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { Facts, Panel } from '../../ui/Panel.tsx'
import { DecisionRules, OUTCOME_LEVELS } from '../transaction/PolicyPanel.tsx'

/** What a change of a policy does: since when it holds, and one request that it newly allows. */
export function ChangedPolicy({ of: { address, version, change } }: { of: api.ChangedPolicy }) {
  // The form that it follows is long, and its button at the end.
  useEffect(() => {
    // Newer browsers return a promise, which React would call as the cleanup.
    window.scrollTo(0, 0)
  }, [])
  const { effectiveAt, newlyAllowed } = change
  const waits = Date.parse(effectiveAt) > Date.now()
  return (
    <div className="stack">
      <Panel
        title={`Version ${version} is kept`}
        actions={
          <Link className="button button-primary" href={`/policies/${address}`}>
            Show policy
          </Link>
        }
      >
        <Facts
          rows={[
            ['Wallet', <Address key="wallet" address={address} full />],
            ['What it tightens', 'counts at once'],
            [
              'What it loosens',
              waits ? (
                <span key="loosens">
                  counts <Moment at={effectiveAt} /> ({timeText(effectiveAt)}); until then the version before holds too
                </span>
              ) : newlyAllowed === null ? (
                'nothing'
              ) : (
                'counts at once: no version before stood against it'
              ),
            ],
          ]}
        />
      </Panel>
      {newlyAllowed !== null && <NewlyAllowed of={newlyAllowed} />}
    </div>
  )
}

function NewlyAllowed({ of: { rule, before, after, request } }: { of: api.NewlyAllowed }) {
  return (
    <>
      <Panel title="What it newly allows" note="One example">
        <p>
          Before, the rule {wordsOf(rule).toLowerCase()} stood against it:{' '}
          <Level level={OUTCOME_LEVELS[before.outcome]} text={wordsOf(before.outcome)} />. Now:{' '}
          <Level level={OUTCOME_LEVELS[after.outcome]} text={wordsOf(after.outcome)} />.
        </p>
        <Facts rows={requestWords(request)} />
        <details>
          <summary>The whole request</summary>
          <Json value={request} what="request" />
        </details>
      </Panel>
      <div className="columns">
        <Panel title="Before" flush>
          <DecisionRules rules={before.rules} />
        </Panel>
        <Panel title="Now" flush>
          <DecisionRules rules={after.rules} />
        </Panel>
      </div>
    </>
  )
}

type Outflow = { usd: number | null; amount: string }
type Effects = {
  chain: string
  method: string
  outflows?: Outflow[]
  approvals?: unknown[]
  recipients?: string[]
  riskLevel: string | null
}

/** The example in words, as far as it has the members that the service answers. */
function requestWords(request: Record<string, unknown>): (readonly [string, ReactNode])[] {
  const { chain, method, outflows = [], approvals = [], recipients = [], riskLevel } = request as Effects
  return [
    ['Network', chainName(chain)],
    ['Method', method],
    ['Lets go', outflows.length === 0 ? 'nothing' : outflows.map(({ usd }) => worthOf(usd)).join(', ')],
    ['Approvals', approvals.length === 0 ? 'none' : countText(approvals.length, 'approval')],
    ['To', recipients.length === 0 ? 'no account' : recipients.map((one) => <Address key={one} address={one} />)],
    ['Judged', <Level key="risk" level={riskLevel} />],
  ]
}

/** The smallest step over a limit is worth less than a cent. */
function worthOf(usd: number | null): string {
  return usd === null ? 'an asset without a price' : usd > 0 && usd < 0.01 ? 'less than $0.01' : usdText(usd)
}
