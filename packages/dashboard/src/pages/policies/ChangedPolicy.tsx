import type { api } from '@redoubt/client'
import { Link } from 'wouter'
import { Address } from '../../ui/Address.tsx'
import { timeText, wordsOf } from '../../ui/format.ts'
import { Json } from '../../ui/Json.tsx'
import { Level } from '../../ui/Level.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { Facts, Panel } from '../../ui/Panel.tsx'
import { DecisionRules, OUTCOME_LEVELS } from '../transaction/PolicyPanel.tsx'

/** What a change of a policy does: since when it holds, and one request that it newly allows. */
export function ChangedPolicy({ of: { address, version, change } }: { of: api.ChangedPolicy }) {
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
        <Json value={request} what="request" />
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
