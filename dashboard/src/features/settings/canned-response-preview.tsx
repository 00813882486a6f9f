import { useState } from 'react'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { CannedResponse } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { Button } from '../../ui/button.tsx'
import { Picker } from '../../ui/picker.tsx'
import { Problem } from '../../ui/problem.tsx'
import type { MoreProps } from '../catalogue/catalogue.ts'

/** Shows the saved canned response with the variables of a chosen thread filled in. */
export function CannedResponsePreview({ item }: MoreProps<CannedResponse>) {
  const { skein } = useApi()
  const [isChoosing, setChoosing] = useState(false)
  const threads = useQuery({
    queryKey: ['preview-threads'],
    enabled: isChoosing,
    queryFn: async ({ signal }) => (await skein.listThreads({ query: { limit: 50 }, signal })).data,
  })
  const preview = useMutation({
    mutationFn: async (threadId: string) => (await skein.previewCannedResponse({ path: { id: item.id }, body: { threadId } })).data,
  })
  const shown = preview.data
  return (
    <section aria-label="Preview" className="border-t border-line pt-4">
      <div className="mb-2 flex items-center justify-between gap-2">
        <h3 className="font-medium">Preview</h3>
        <Button onClick={() => setChoosing(true)}>Show it for a thread…</Button>
      </div>
      {preview.error && <Problem error={preview.error} />}
      {shown && (
        <div className="grid gap-2">
          {shown.missing.length > 0 && (
            <p role="status" className="rounded-md border border-warning px-3 py-2 text-sm">
              It cannot be applied to this thread: {shown.missing.join(', ')} {shown.missing.length === 1 ? 'has' : 'have'} no value. Give a
              default after a bar.
            </p>
          )}
          <p className="rounded-md border border-line bg-canvas px-3 py-2 whitespace-pre-wrap" dir="auto">
            {shown.body ?? 'It sends no reply.'}
          </p>
        </div>
      )}
      {isChoosing && threads.data && (
        <Picker
          label="Preview for the thread"
          options={threads.data.map(({ id, subject, customer }) => ({ id, name: subject, detail: customer.email }))}
          onPick={(id) => preview.mutate(id)}
          onClose={() => setChoosing(false)}
        />
      )}
    </section>
  )
}
