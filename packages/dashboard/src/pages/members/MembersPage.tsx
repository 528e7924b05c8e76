import type { api } from '@redoubt/client'
import { type FormEvent, useState } from 'react'
import { client } from '../../api/client.ts'
import { useSession } from '../../api/session.ts'
import { useAnswer } from '../../api/useAnswer.ts'
import { useChange } from '../../api/useChange.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Field } from '../../ui/Field.tsx'
import { countText, timeText } from '../../ui/format.ts'
import { Confirm, Modal } from '../../ui/Modal.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { Name } from '../../ui/Name.tsx'
import { Page } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Answered, Failure } from '../../ui/states.tsx'
import { Table } from '../../ui/Table.tsx'
import { OwnAccess } from './OwnAccess.tsx'

type Member = api.Member
type Role = Member['role']
type Link = Pick<api.MemberLink, 'url' | 'expiresAt'>

const ROLES: readonly [Role, string][] = [
  ['owner', 'Owner: everything, and other owners'],
  ['admin', 'Admin: everything in the account'],
  ['analyst', 'Analyst: scans, shares, reads'],
  ['viewer', 'Viewer: reads'],
]

/** Who may sign in, and the own ways in. */
export default function MembersPage() {
  const { member } = useSession()
  const manages = member.role === 'owner' || member.role === 'admin'
  const [inviting, setInviting] = useState(false)
  return (
    <Page
      title="Members"
      lead="People who sign in to this account. Programs use API keys."
      actions={
        manages && (
          <button type="button" className="button button-primary" onClick={() => setInviting(true)}>
            Invite a member
          </button>
        )
      }
    >
      {manages && <MemberList self={member.id} />}
      <OwnAccess />
      {inviting && <Invite onClose={() => setInviting(false)} />}
    </Page>
  )
}

function MemberList({ self }: { self: string }) {
  const [removing, setRemoving] = useState<Member | null>(null)
  const [link, setLink] = useState<Link | null>(null)
  const members = useAnswer(['members'], (call) => client.members.list(call))
  const setRole = useChange(({ id, role }: { id: string; role: Role }) => client.members.update(id, { role }))
  const makeLink = useChange((id: string) => client.members.createLink(id), {
    onDone: setLink,
  })
  const [withKeys, setWithKeys] = useState(false)
  const remove = useChange((id: string) => client.members.remove(id, withKeys ? { revokeKeys: true } : {}), {
    onDone: () => setRemoving(null),
  })
  const error = setRole.error ?? makeLink.error
  return (
    <>
      {error && <Failure error={error} />}
      <Panel title="Members" flush>
        <Answered of={members} what="members">
          {({ members: rows }) => (
            <Table
              label="Members"
              rows={rows}
              keyOf={({ id }) => id}
              columns={[
                {
                  title: 'Name',
                  cell: ({ name, id }) => (
                    <>
                      <strong>
                        <Name text={name} />
                      </strong>
                      {id === self && <span className="muted"> you</span>}
                    </>
                  ),
                },
                {
                  title: 'Role',
                  cell: ({ id, role, name }) => (
                    <select
                      className="select select-small"
                      aria-label={`Role of ${name}`}
                      value={role}
                      disabled={id === self || setRole.isPending}
                      onChange={({ target }) => setRole.mutate({ id, role: target.value as Role })}
                    >
                      {ROLES.map(([value]) => (
                        <option key={value}>{value}</option>
                      ))}
                    </select>
                  ),
                },
                {
                  title: 'Signs in by',
                  cell: ({ hasPassword, passkeys }) =>
                    [hasPassword && 'password', passkeys > 0 && countText(passkeys, 'passkey')]
                      .filter((way) => way !== false)
                      .join(', ') || 'link only',
                },
                { title: 'Last sign-in', cell: ({ lastSignInAt }) => <Moment at={lastSignInAt} none="invited" /> },
                { title: 'Since', cell: ({ createdAt }) => <Moment at={createdAt} /> },
                {
                  title: 'Action',
                  cell: (row) =>
                    row.id !== self && (
                      <span className="row">
                        <button type="button" className="button button-small" onClick={() => makeLink.mutate(row.id)}>
                          Sign-in link
                        </button>
                        <button
                          type="button"
                          className="button button-small button-danger"
                          onClick={() => {
                            setWithKeys(false)
                            setRemoving(row)
                          }}
                        >
                          Remove
                        </button>
                      </span>
                    ),
                },
              ]}
            />
          )}
        </Answered>
      </Panel>
      {link !== null && <LinkDialog link={link} onClose={() => setLink(null)} />}
      {removing !== null && (
        <Confirm
          open
          title={`Remove ${removing.name}`}
          action="Remove member"
          busy={remove.isPending}
          onClose={() => setRemoving(null)}
          onConfirm={() => remove.mutate(removing.id)}
        >
          <p>Its sessions end at once. Keys that it created belong to the account, and stay unless you revoke them.</p>
          <label className="check">
            <input type="checkbox" checked={withKeys} onChange={({ target }) => setWithKeys(target.checked)} />
            <span>
              Revoke its keys too{' '}
              <span className="muted">and those that they created; programs that use them stop</span>
            </span>
          </label>
          {remove.error && <Failure error={remove.error} />}
        </Confirm>
      )}
    </>
  )
}

function LinkDialog({ link, onClose }: { link: Link; onClose: () => void }) {
  return (
    <Modal
      open
      onClose={onClose}
      title="Hand over this link"
      description={`It signs in once, until ${timeText(link.expiresAt)}. It is shown only here.`}
    >
      <div className="secret">
        <code>{link.url}</code>
        <CopyButton text={link.url} what="link" shown="Copy" />
      </div>
    </Modal>
  )
}

function Invite({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('')
  const [role, setRole] = useState<Role>('analyst')
  const invite = useChange(() => client.members.invite({ name: name.trim(), role }))
  if (invite.data !== undefined) return <LinkDialog link={invite.data.link} onClose={onClose} />
  function onSubmit(event: FormEvent): void {
    event.preventDefault()
    invite.mutate(undefined)
  }
  return (
    <Modal open onClose={onClose} title="Invite a member">
      <form className="form" onSubmit={onSubmit}>
        <Field label="Sign-in name">
          {(attributes) => (
            <input
              {...attributes}
              className="input"
              required
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </Field>
        <Field label="Role">
          {(attributes) => (
            <select
              {...attributes}
              className="select"
              value={role}
              onChange={({ target }) => setRole(target.value as Role)}
            >
              {ROLES.map(([value, title]) => (
                <option key={value} value={value}>
                  {title}
                </option>
              ))}
            </select>
          )}
        </Field>
        {invite.error && <Failure error={invite.error} />}
        <div className="modal-actions">
          <button type="submit" className="button button-primary" disabled={invite.isPending}>
            Invite
          </button>
        </div>
      </form>
    </Modal>
  )
}
