import { useState, type ReactNode } from 'react'
import { Avatar, NoAvatar, type AvatarSize } from '../../ui/avatar.tsx'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button, IconButton, Key } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { CodeName } from '../../ui/code-name.tsx'
import { DateField, DateTimeField } from '../../ui/date-field.tsx'
import { Skeleton } from '../../ui/delayed.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Field } from '../../ui/field.tsx'
import { FormSheet } from '../../ui/form-sheet.tsx'
import { CircleCheck, CircleDot, Ellipsis, List, CalendarDays, Plus, Tag, Trash2, TriangleAlert } from '../../ui/icons.ts'
import { LabelDot } from '../../ui/label-dot.tsx'
import { MenuButton, type MenuItem } from '../../ui/menu.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Switch } from '../../ui/switch.tsx'
import { Select, type SelectOption } from '../../ui/select.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { showToast } from '../../ui/toasts.ts'
import { useTitle } from '../../ui/use-title.ts'
import { PriorityMark } from '../threads/priority-mark.tsx'
import { Charts } from './charts.tsx'

const looks = ['primary', 'quiet', 'plain', 'danger', 'erase'] as const
const tones: readonly Tone[] = ['plain', 'good', 'bad', 'warn', 'accent']
const avatarSizes: readonly AvatarSize[] = [18, 20, 24, 28, 32, 36, 40]
const people = ['Ada Lovelace', 'Grace Hopper', 'Alan Turing', 'Katherine Johnson', 'Edsger Dijkstra', 'Radia Perlman'] as const
const priorities = ['urgent', 'high', 'normal', 'low'] as const
const colours = ['#b91c1c', '#0369a1', '#15803d', '#7c3aed', null] as const
const fewOptions: readonly SelectOption[] = [
  { value: 'open', label: 'Open' },
  { value: 'pending', label: 'Pending', hint: 'Waits for the customer.' },
  { value: 'resolved', label: 'Resolved' },
]
const manyOptions = [...people, 'Barbara Liskov', 'Donald Knuth', 'Margaret Hamilton'].map(
  (name): SelectOption => ({ value: name, label: name, mark: <Avatar name={name} size={20} /> }),
)
const menuItems: readonly MenuItem[] = [
  { label: 'Copy link', icon: Tag, keys: 'C', onSelect: () => undefined },
  { label: 'Chosen', isOn: true, onSelect: () => undefined },
  { label: 'Not now', whyNot: 'You can’t do this now.', onSelect: () => undefined },
  'separator',
  { label: 'Delete…', icon: Trash2, isDangerous: true, onSelect: () => undefined },
]
const rows = [
  { name: 'How to get a refund', state: 'Published', views: 1204 },
  { name: 'Where invoices are', state: 'Draft', views: 0 },
] as const

const columns: readonly Column<(typeof rows)[number]>[] = [
  { header: 'Title', cell: ({ name }) => name, grows: true },
  { header: 'State', cell: ({ state }) => <Badge>{state}</Badge> },
  { header: 'Views', cell: ({ views }) => views, align: 'end' },
]

/** Every component of `ui/` in every state, for developers. No menu links here; e2e/design.test.ts measures the page. */
export function DesignScreen() {
  useTitle('Design')
  const [few, setFew] = useState('open')
  const [many, setMany] = useState<string>(people[0])
  const [shape, setShape] = useState<'week' | 'list'>('week')
  const [text, setText] = useState('')
  const [date, setDate] = useState('2031-03-04')
  const [time, setTime] = useState('2031-03-04T10:30')
  const [open, setOpen] = useState<'dialog' | 'sheet' | null>(null)
  return (
    <section aria-label="Design" className="min-w-0 flex-1 overflow-y-auto bg-sunken">
      <div className="mx-auto grid max-w-240 grid-cols-1 gap-4 px-4 py-6 md:px-8">
        <h1 className="text-xl font-semibold">Design</h1>
        <Group name="Buttons">
          {looks.map((look) => (
            <Specimen key={look} name={`button ${look}`}>
              <Button look={look}>{look}</Button>
            </Specimen>
          ))}
          <Specimen name="button disabled">
            <Button disabled data-tip="Why it is disabled">
              disabled
            </Button>
          </Specimen>
          <Specimen name="button pressed">
            <Button aria-pressed>pressed</Button>
          </Specimen>
          <Specimen name="button small">
            <Button size="small">small</Button>
          </Specimen>
          <Specimen name="button with icon">
            <Button icon={Plus}>with icon</Button>
          </Specimen>
          <Specimen name="icon button">
            <IconButton icon={Ellipsis} label="More" hint="M" />
          </Specimen>
          <Specimen name="icon button disabled">
            <IconButton icon={Ellipsis} label="Disabled" disabled />
          </Specimen>
          <Specimen name="key">
            <Key always>Ctrl K</Key>
          </Specimen>
        </Group>
        <Group name="Fields">
          <Specimen name="field">
            <Field label="With a hint" hint="What the field is for." placeholder="ada@example.com" />
          </Specimen>
          <Specimen name="field with problem">
            <Field label="With a problem" problem="Enter an email address." defaultValue="ada@" />
          </Specimen>
          <Specimen name="field disabled">
            <Field label="Disabled" disabled defaultValue="Fixed" />
          </Specimen>
          <Specimen name="search">
            <SearchInput label="Search" placeholder="Search by name" value={text} onChange={setText} />
          </Specimen>
          <Specimen name="select">
            <Select label="Few options" options={fewOptions} value={few} onChange={setFew} />
          </Specimen>
          <Specimen name="select with filter">
            <Select label="Many options" options={manyOptions} value={many} onChange={setMany} />
          </Specimen>
          <Specimen name="select disabled">
            <Select label="Disabled list" options={fewOptions} value="open" disabled onChange={setFew} />
          </Specimen>
          <Specimen name="date">
            <DateField label="Date" className="w-44" value={date} onChange={setDate} />
          </Specimen>
          <Specimen name="date invalid">
            <DateField label="Invalid date" className="w-44" aria-invalid value={date} onChange={setDate} />
          </Specimen>
          <Specimen name="date and time">
            <DateTimeField label="Date and time" value={time} min="2031-01-15" onChange={setTime} />
          </Specimen>
          {(['checkbox', 'radio'] as const).map((type) =>
            [true, false].map((isOn) => (
              <Specimen key={`${type} ${isOn}`} name={`${type} ${isOn ? 'on' : 'off'}`}>
                <input type={type} name={type} aria-label={`${type} ${isOn ? 'on' : 'off'}`} defaultChecked={isOn} />
              </Specimen>
            )),
          )}
          <Specimen name="checkbox disabled">
            <input type="checkbox" aria-label="checkbox disabled" disabled defaultChecked />
          </Specimen>
          {[true, false].map((isOn) => (
            <Specimen key={String(isOn)} name={`switch ${isOn ? 'on' : 'off'}`}>
              <Switch label={`switch ${isOn ? 'on' : 'off'}`} isOn={isOn} onChange={() => undefined} />
            </Specimen>
          ))}
          <Specimen name="segmented">
            <Segmented
              label="Show as"
              options={[
                { value: 'week', name: 'Week', icon: CalendarDays },
                { value: 'list', name: 'List', icon: List },
              ]}
              value={shape}
              onChange={setShape}
            />
          </Specimen>
        </Group>
        <Group name="Badges, labels and people">
          {tones.map((tone) => (
            <Specimen key={tone} name={`badge ${tone}`}>
              <Badge tone={tone} icon={tone === 'good' ? CircleDot : tone === 'warn' ? TriangleAlert : CircleCheck}>
                {tone}
              </Badge>
            </Specimen>
          ))}
          {colours.map((color) => (
            <Specimen key={color} name={`label ${color ?? 'grey'}`}>
              <LabelDot color={color}>{color ?? 'grey'}</LabelDot>
            </Specimen>
          ))}
          {priorities.map((priority) => (
            <Specimen key={priority} name={`priority ${priority}`}>
              <PriorityMark priority={priority} withName />
            </Specimen>
          ))}
          {avatarSizes.map((size) => (
            <Specimen key={size} name={`avatar ${size}`}>
              <Avatar name="Ada Lovelace" size={size} />
            </Specimen>
          ))}
          {people.map((name) => (
            <Specimen key={name} name={`avatar of ${name}`}>
              <Avatar name={name} presence="online" />
            </Specimen>
          ))}
          <Specimen name="no avatar">
            <span>
              <NoAvatar />
            </span>
          </Specimen>
        </Group>
        <Group name="Messages">
          <Specimen name="notice problem">
            <Notice requestId="req_0001">The thread is closed. Reopen it before you reply.</Notice>
          </Specimen>
          <Specimen name="notice done">
            <Notice kind="done">Your test arrived.</Notice>
          </Specimen>
          <Specimen name="empty">
            <Empty>No articles yet. Write down an answer you give often.</Empty>
          </Specimen>
          <Specimen name="code">
            <CodeName>thread.meeting_scheduled</CodeName>
          </Specimen>
          <div className="basis-full">
            <CodeBlock label="Command" text="curl https://acme.example.com/api/v1/me" />
          </div>
          <div className="basis-full">
            <Skeleton rows={2} />
          </div>
        </Group>
        <Group name="Lists">
          <div className="basis-full">
            <Table label="Articles" rows={rows} keyOf={({ name }) => name} onOpen={() => undefined} columns={columns} />
          </div>
          <Specimen name="facts">
            <Facts
              facts={[
                ['Plan', 'Professional'],
                ['Seats', 12],
              ]}
            />
          </Specimen>
          <Specimen name="disclosure">
            <Disclosure summary="Details" open>
              <p className="ps-5 text-text-2">What the summary hides.</p>
            </Disclosure>
          </Specimen>
        </Group>
        <Group name="Charts">
          <Charts />
        </Group>
        <Group name="Above the page">
          <Specimen name="menu button">
            <MenuButton label="Menu" icon={Ellipsis} items={menuItems} />
          </Specimen>
          <Button onClick={() => setOpen('dialog')}>Open a dialog</Button>
          <Button onClick={() => setOpen('sheet')}>Open a sheet</Button>
          <Button onClick={() => showToast({ kind: 'done', text: 'Resolved.', action: { label: 'Undo', run: () => undefined } }, 60_000)}>
            Show a toast
          </Button>
          <Button onClick={() => showToast({ kind: 'problem', text: 'We couldn’t save this.' }, 60_000)}>Show a problem</Button>
        </Group>
      </div>
      {open === 'dialog' && (
        <Dialog label="Erase Ada Lovelace?" onClose={() => setOpen(null)} className="w-110 max-w-[calc(100vw-2rem)]">
          <div className="grid gap-3 p-5">
            <h2 className="text-lg font-semibold">Erase Ada Lovelace?</h2>
            <p className="text-text-2">You can’t undo this.</p>
            <div className="flex justify-end gap-2">
              <Button onClick={() => setOpen(null)}>Cancel</Button>
              <Button look="erase" onClick={() => setOpen(null)}>
                Erase for good
              </Button>
            </div>
          </div>
        </Dialog>
      )}
      {open === 'sheet' && (
        <FormSheet title="New label" onClose={() => setOpen(null)}>
          <div className="p-5">
            <Field label="Name" />
          </div>
        </FormSheet>
      )}
    </section>
  )
}

function Group({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section aria-label={name} className="rounded-lg border border-line bg-surface px-5 pt-3 pb-5">
      <h2 className="mb-3 text-md font-semibold">{name}</h2>
      <div className="flex flex-wrap items-center gap-3">{children}</div>
    </section>
  )
}

/** A component whose facts the test compares. The name must be unique. */
function Specimen({ name, children }: { name: string; children: ReactNode }) {
  return <div data-specimen={name}>{children}</div>
}
