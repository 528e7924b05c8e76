import type { api } from '@redoubt/client'
import { type FormEvent, useState } from 'react'
import { Link } from 'wouter'
import { client } from '../../api/client.ts'
import { useChange } from '../../api/useChange.ts'
import { Panel } from '../../ui/Panel.tsx'
import { Problem } from '../../ui/problem.ts'
import { Failure } from '../../ui/states.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { ChangedPolicy } from './ChangedPolicy.tsx'
import { PolicyForm } from './PolicyForm.tsx'
import { draftOf, rulesOf } from './policyDraft.ts'

type Props = { rules: api.PolicyRules; policy: api.GuardedWallet | null }

/** A form for the rules of a wallet. @param policy null: the wallet has none, and is asked for. */
export function PolicyEditor({ rules, policy }: Props) {
  const [address, setAddress] = useState(policy?.address ?? '')
  const [draft, setDraft] = useState(() => draftOf(rules))
  // What the form began with: the answer behind it is asked again, and a change by someone else must not be written over.
  const [begun] = useState(policy?.version ?? null)
  const save = useChange(async (wallet: string) => {
    await refuseOutdated(wallet, begun)
    return client.policies.put(wallet, rulesOf(draft))
  })
  if (save.data !== undefined) return <ChangedPolicy of={save.data} />
  function onSubmit(event: FormEvent): void {
    event.preventDefault()
    save.mutate(address.trim())
  }
  return (
    <form className="stack" onSubmit={onSubmit}>
      {policy === null && (
        <Panel title="Wallet">
          <TextField
            label="Address"
            required
            placeholder="0x"
            spellCheck={false}
            autoComplete="off"
            pattern="\s*0x[0-9a-fA-F]{40}\s*"
            title="0x and 40 hex digits"
            value={address}
            onText={setAddress}
          />
        </Panel>
      )}
      <Panel title="Rules" note="What tightens counts at once. What loosens waits." flush>
        <PolicyForm draft={draft} onChange={setDraft} />
      </Panel>
      {save.error && <Failure error={save.error} />}
      <div className="row">
        <button type="submit" className="button button-primary" disabled={save.isPending}>
          {save.isPending ? 'Saving…' : policy === null ? 'Create policy' : 'Save policy'}
        </button>
        <Link className="button" href={policy === null ? '/policies' : `/policies/${policy.address}`}>
          Cancel
        </Link>
      </div>
    </form>
  )
}

/** @throws Problem when the policy is another than the form began with. @param begun null: there was none. */
async function refuseOutdated(wallet: string, begun: number | null): Promise<void> {
  const now = await client.policies.get(wallet).catch((error: unknown) => {
    if ((error as { code?: string }).code === 'NOT_FOUND') return null
    throw error
  })
  if ((now?.version ?? null) === begun) return
  throw begun === null
    ? new Problem('This wallet has a policy already.', 'Open it under Policies and change it there.')
    : new Problem('The policy was changed meanwhile.', 'Reload the page to see the new version, and change that.')
}
