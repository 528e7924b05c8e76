import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'wouter'
import { keptChain } from '../../subject/keptChain.ts'
import { Address } from '../../ui/Address.tsx'
import type { Chain } from '../../ui/format.ts'
import { NetworkSelect } from '../../ui/NetworkSelect.tsx'
import { Page } from '../../ui/Page.tsx'
import { Empty, Failure } from '../../ui/states.tsx'
import { Views } from '../../ui/Views.tsx'
import { PermissionsView } from '../permissions/PermissionsView.tsx'
import { RescueView } from '../rescue/RescueView.tsx'
import { ApprovalsView } from './ApprovalsView.tsx'
import { connectWallet } from './injectedWallet.ts'

const ADDRESS = /^0x[0-9a-f]{40}$/i

/** Approvals of any wallet; with a wallet in the browser, of one's own. */
export default function ApprovalsPage() {
  const [search, setSearch] = useSearchParams()
  const address = search.get('address') ?? ''
  const chain = search.get('chain') ?? keptChain()
  const [text, setText] = useState(address)
  const [problem, setProblem] = useState<Error | null>(null)

  function show(next: string): void {
    setText(next)
    setSearch({ address: next.trim(), chain })
  }
  async function showOwn(): Promise<void> {
    setProblem(null)
    await connectWallet().then(
      ({ account }) => show(account),
      (error: Error) => setProblem(error),
    )
  }
  function onSubmit(event: FormEvent): void {
    event.preventDefault()
    show(text)
  }
  const valid = ADDRESS.test(address)
  return (
    <Page title="Approvals" lead="Who may spend the tokens of a wallet, by the value that is at risk.">
      <form className="panel" onSubmit={onSubmit}>
        <div className="panel-body">
          <div className="row">
            <input
              className="input grow"
              aria-label="Wallet address"
              placeholder="0x… wallet address"
              spellCheck={false}
              autoComplete="off"
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
            <NetworkSelect small value={chain as Chain} onChange={(next) => setSearch({ address, chain: next })} />
            <button type="submit" className="button button-primary" disabled={!ADDRESS.test(text.trim())}>
              Show approvals
            </button>
            <button type="button" className="button" onClick={() => void showOwn()}>
              Use my wallet
            </button>
          </div>
          {problem !== null && <Failure error={problem} />}
          {valid && <Address address={address} chain={chain} full />}
        </div>
      </form>
      {valid ? (
        <Views
          key={address + chain}
          label="Permissions of the wallet"
          views={[
            { id: 'approvals', title: 'Approvals', body: () => <ApprovalsView address={address} chain={chain} /> },
            { id: 'all', title: 'All permissions', body: () => <PermissionsView address={address} chain={chain} /> },
            { id: 'rescue', title: 'Rescue', body: () => <RescueView address={address} chain={chain} /> },
          ]}
        />
      ) : (
        <Empty title="No wallet is chosen">Enter an address, or connect the wallet of this browser.</Empty>
      )}
    </Page>
  )
}
