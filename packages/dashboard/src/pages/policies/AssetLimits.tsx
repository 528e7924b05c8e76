import { keptChain } from '../../subject/keptChain.ts'
import { coinOf } from '../../ui/format.ts'
import { NetworkSelect } from '../../ui/NetworkSelect.tsx'
import { TextField } from '../../ui/TextField.tsx'
import type { AssetLimitDraft } from './policyDraft.ts'

type Props = { limits: readonly AssetLimitDraft[]; onChange: (limits: AssetLimitDraft[]) => void }

/** Limits of single assets, one below the other. */
export function AssetLimits({ limits, onChange }: Props) {
  return (
    <>
      {limits.map((limit, index) => {
        const set = (change: Partial<AssetLimitDraft>) =>
          onChange(limits.map((one, at) => (at === index ? { ...one, ...change } : one)))
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: limits have no id, and several may be alike while they are written.
          <div key={index} className="form-grid">
            <NetworkSelect value={limit.chain} onChange={(chain) => chain !== '' && set({ chain })} />
            <TextField
              label="Token"
              hint={`Empty: ${coinOf(limit.chain)}`}
              placeholder="0x"
              spellCheck={false}
              value={limit.asset}
              onText={(asset) => set({ asset })}
            />
            <TextField
              label="A request"
              inputMode="numeric"
              value={limit.perRequest}
              onText={(perRequest) => set({ perRequest })}
            />
            <TextField label="A day" inputMode="numeric" value={limit.perDay} onText={(perDay) => set({ perDay })} />
            <div className="row">
              <button
                type="button"
                className="button button-small"
                onClick={() => onChange(limits.filter((_, at) => at !== index))}
              >
                Remove limit
              </button>
            </div>
          </div>
        )
      })}
      <div className="row">
        <button
          type="button"
          className="button button-small"
          onClick={() => onChange([...limits, { chain: keptChain(), asset: '', perRequest: '', perDay: '' }])}
        >
          Add a limit
        </button>
      </div>
    </>
  )
}
