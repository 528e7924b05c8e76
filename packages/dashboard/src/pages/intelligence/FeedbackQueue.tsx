import type { api } from '@redoubt/client'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { useChange } from '../../api/useChange.ts'
import { usePages } from '../../api/usePages.ts'
import { Address } from '../../ui/Address.tsx'
import { Field } from '../../ui/Field.tsx'
import { chainName } from '../../ui/format.ts'
import { Level } from '../../ui/Level.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { MorePages } from '../../ui/MorePages.tsx'
import { Name } from '../../ui/Name.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Empty, Failure } from '../../ui/states.tsx'
import { Table } from '../../ui/Table.tsx'
import { AppealOutcome } from '../verdict/AppealOutcome.tsx'
import { AccusationSelect } from './AccusationSelect.tsx'
import type { Accusation } from './accusations.ts'

type Status = api.Feedback['status']

const LEVELS: Record<Status, string> = { open: 'medium', accepted: 'safe', rejected: 'unknown' }

export function FeedbackQueue() {
  const [deciding, setDeciding] = useState<api.Feedback | null>(null)
  const feedback = usePages(
    ['feedback'],
    (cursor, call) => client.feedback.list(cursor === null ? {} : { cursor }, call),
    ({ feedback: rows }) => rows,
  )
  return (
    <Panel title="Reports of wrong verdicts" flush>
      <MorePages
        of={feedback}
        what="feedback"
        empty={<Empty title="No report waits">Members and keys report wrong verdicts from their pages.</Empty>}
      >
        {(rows) => (
          <Table
            label="Feedback"
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              {
                title: 'Entity',
                cell: ({ entity, chain }) =>
                  /^0x[0-9a-f]{40}$/i.test(entity) ? (
                    <Address address={entity} chain={chain} />
                  ) : (
                    <Name text={entity} />
                  ),
              },
              { title: 'Network', cell: ({ chain }) => (chain === null ? '' : chainName(chain)) },
              { title: 'Says', cell: ({ type }) => (type === 'false_positive' ? 'not dangerous' : 'dangerous') },
              { title: 'Reason', cell: ({ note }) => <Name text={note || 'none given'} max={240} /> },
              {
                title: 'Judged anew',
                cell: ({ appeal }) =>
                  appeal === undefined ? (
                    ''
                  ) : (
                    <Level
                      level={appeal.after.riskLevel}
                      text={`${appeal.before.riskScore} → ${appeal.after.riskScore}`}
                    />
                  ),
              },
              { title: 'Status', cell: ({ status }) => <Level level={LEVELS[status]} text={status} /> },
              { title: 'Given', cell: ({ createdAt }) => <Moment at={createdAt} /> },
              {
                title: 'Action',
                cell: (row) =>
                  row.status === 'open' ? (
                    <button type="button" className="button button-small" onClick={() => setDeciding(row)}>
                      Decide
                    </button>
                  ) : (
                    <Name text={row.resolution ?? ''} max={120} />
                  ),
              },
            ]}
          />
        )}
      </MorePages>
      {deciding !== null && <Decision of={deciding} onClose={() => setDeciding(null)} />}
    </Panel>
  )
}

function Decision({
  of: { id, entity, type, environment, appeal },
  onClose,
}: {
  of: api.Feedback
  onClose: () => void
}) {
  const [note, setNote] = useState('')
  const [label, setLabel] = useState<Accusation>('scammer')
  const decide = useChange(
    (status: 'accepted' | 'rejected') =>
      client.feedback.resolve(id, {
        status,
        note,
        ...(type === 'false_negative' && status === 'accepted' ? { label } : {}),
        ...(environment === 'test' ? { ofTestKey: true } : {}),
      }),
    { onDone: onClose },
  )
  return (
    <Modal open onClose={onClose} title="Decide on this report" description={entity}>
      <p>
        Accepting {type === 'false_positive' ? 'allows' : 'lists'} the entity for every account of this service.
        {environment === 'test' && ' The report came from the test environment.'}
      </p>
      {appeal !== undefined && <AppealOutcome of={appeal} />}
      {type === 'false_negative' && <AccusationSelect value={label} onChange={setLabel} />}
      <Field label="Note" hint="Kept in the log of changes.">
        {(attributes) => (
          <textarea
            {...attributes}
            className="textarea"
            required
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
        )}
      </Field>
      {decide.error && <Failure error={decide.error} />}
      <div className="modal-actions">
        <button
          type="button"
          className="button"
          disabled={decide.isPending || note === ''}
          onClick={() => decide.mutate('rejected')}
        >
          Reject
        </button>
        <button
          type="button"
          className="button button-primary"
          disabled={decide.isPending || note === ''}
          onClick={() => decide.mutate('accepted')}
        >
          Accept
        </button>
      </div>
    </Modal>
  )
}
