import { type FormEvent, useState } from 'react'
import { client } from '../../api/client.ts'
import { useNewSession } from '../../api/session.ts'
import { useAnswer } from '../../api/useAnswer.ts'
import { useChange } from '../../api/useChange.ts'
import { Field } from '../../ui/Field.tsx'
import { Level } from '../../ui/Level.tsx'
import { Confirm } from '../../ui/Modal.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { Name } from '../../ui/Name.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Answered, Empty, Failure } from '../../ui/states.tsx'
import { Table } from '../../ui/Table.tsx'
import { addPasskey } from '../signIn/signIn.ts'

const MIN_PASSWORD = 12

/** Parts of the texts of browsers, the more special first: others name themselves after Chrome and Safari. */
const BROWSERS = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const
const SYSTEMS = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Mac OS', 'macOS'],
  ['Windows', 'Windows'],
  ['Linux', 'Linux'],
] as const

/** The own password, passkeys and browsers that are signed in. */
export function OwnAccess() {
  return (
    <>
      <div className="columns">
        <Password />
        <Passkeys />
      </div>
      <Sessions />
    </>
  )
}

function Password() {
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const renew = useNewSession()
  const change = useChange(
    () => {
      const given = current === '' ? {} : { current }
      return client.session.setPassword({ password, ...given })
    },
    {
      onDone: (session) => {
        setCurrent('')
        setPassword('')
        void renew(session)
      },
    },
  )
  function onSubmit(event: FormEvent): void {
    event.preventDefault()
    change.mutate(undefined)
  }
  return (
    <Panel title="Your password">
      <form className="form" onSubmit={onSubmit}>
        <Field label="Present password" hint="Empty where you have none yet.">
          {(attributes) => (
            <input
              {...attributes}
              className="input"
              type="password"
              autoComplete="current-password"
              value={current}
              onChange={({ target }) => setCurrent(target.value)}
            />
          )}
        </Field>
        <Field label="New password" hint={`At least ${MIN_PASSWORD} characters.`}>
          {(attributes) => (
            <input
              {...attributes}
              className="input"
              type="password"
              autoComplete="new-password"
              required
              minLength={MIN_PASSWORD}
              value={password}
              onChange={({ target }) => setPassword(target.value)}
            />
          )}
        </Field>
        {change.error && <Failure error={change.error} />}
        {change.isSuccess && <p role="status">The password was changed. Your other sessions have ended.</p>}
        <div className="row">
          <button type="submit" className="button" disabled={change.isPending}>
            Set password
          </button>
        </div>
      </form>
    </Panel>
  )
}

function Passkeys() {
  const [name, setName] = useState('')
  const passkeys = useAnswer(['passkeys'], (call) => client.session.passkeys(call))
  const add = useChange(() => addPasskey(name), { onDone: () => setName('') })
  const [removing, setRemoving] = useState<{ id: string; name: string } | null>(null)
  const remove = useChange((id: string) => client.session.deletePasskey(id), { onDone: () => setRemoving(null) })
  return (
    <Panel title="Your passkeys">
      <Answered of={passkeys} what="passkeys">
        {({ passkeys: rows }) =>
          rows.length === 0 ? (
            <Empty title="No passkey yet" />
          ) : (
            <ul className="evidence-list">
              {rows.map(({ id, name: title, lastUsedAt }) => (
                <li key={id} className="row">
                  <strong>
                    <Name text={title} />
                  </strong>
                  <span className="muted">
                    used <Moment at={lastUsedAt} />
                  </span>
                  <button
                    type="button"
                    className="button button-small"
                    onClick={() => setRemoving({ id, name: title })}
                  >
                    Remove
                  </button>
                </li>
              ))}
            </ul>
          )
        }
      </Answered>
      <form
        className="row"
        onSubmit={(event) => {
          event.preventDefault()
          add.mutate(undefined)
        }}
      >
        <input
          className="input grow"
          aria-label="Name of the passkey"
          placeholder="Name, such as: laptop"
          required
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <button type="submit" className="button" disabled={add.isPending}>
          Add passkey
        </button>
      </form>
      {add.error && <Failure error={add.error} />}
      {removing !== null && (
        <Confirm
          open
          title="Remove this passkey"
          action="Remove passkey"
          busy={remove.isPending}
          onClose={() => setRemoving(null)}
          onConfirm={() => remove.mutate(removing.id)}
        >
          <p>
            <Name text={removing.name} /> signs in no longer. Without a password or another passkey, only a link from an
            owner or the operator leads back in.
          </p>
          {remove.error && <Failure error={remove.error} />}
        </Confirm>
      )}
    </Panel>
  )
}

/** Name and system of a browser, where its text says them; the text itself belongs beside it. */
function Browser({ userAgent }: { userAgent: string }) {
  const browser = BROWSERS.find(([part]) => userAgent.includes(part))?.[1]
  const system = SYSTEMS.find(([part]) => userAgent.includes(part))?.[1]
  if (browser === undefined || system === undefined) return <Name text={userAgent} max={70} />
  return (
    <span title={userAgent}>
      {browser} on {system}
    </span>
  )
}

function Sessions() {
  const sessions = useAnswer(['sessions'], (call) => client.session.list(call))
  const end = useChange((id: string) => client.session.end(id))
  return (
    <Panel title="Your sessions" flush>
      {end.error && <Failure error={end.error} />}
      <Answered of={sessions} what="sessions">
        {({ sessions: rows }) => (
          <Table
            label="Your sessions"
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              { title: 'Browser', cell: ({ userAgent }) => <Browser userAgent={userAgent} /> },
              { title: 'Address', cell: ({ address }) => <code>{address}</code> },
              { title: 'Signed in by', cell: ({ method }) => method },
              { title: 'Last seen', cell: ({ lastSeenAt }) => <Moment at={lastSeenAt} /> },
              {
                title: 'Action',
                cell: ({ id, current }) =>
                  current ? (
                    <Level level="plain" text="This browser" />
                  ) : (
                    <button type="button" className="button button-small" onClick={() => end.mutate(id)}>
                      End
                    </button>
                  ),
              },
            ]}
          />
        )}
      </Answered>
    </Panel>
  )
}
