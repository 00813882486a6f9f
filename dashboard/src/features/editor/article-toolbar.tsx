import { useState, type KeyboardEvent } from 'react'
import type { Editor } from '@tiptap/core'
import { formatPresses } from '../../keyboard/shortcuts.ts'
import { t } from '../../texts/texts.ts'
import { IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import {
  Bold,
  ChevronDown,
  Code,
  Image,
  Info,
  Italic,
  Link,
  List,
  ListOrdered,
  Pencil,
  Table2,
  TextQuote,
  TriangleAlert,
  type IconType,
} from '../../ui/icons.ts'
import { MenuButton, type MenuItem } from '../../ui/menu.tsx'
import { insertTable, runInTable, tableCommands } from './article-nodes.ts'
import { toggleCallout, toggleHeading } from './blocks.ts'

type ToolbarProps = {
  editor: Editor
  onLink: () => void
  onPicture: () => void
  /** Null when no picture is selected. */
  onDescribe: (() => void) | null
}

type Tool = { name: string; icon: IconType; keys?: string; isOn?: boolean; run: () => void }

/** Toolbar of the article's editor: Tab reaches one of its buttons, and the arrow keys reach the others. */
export function ArticleToolbar({ editor, onLink, onPicture, onDescribe }: ToolbarProps) {
  const [tabStop, setTabStop] = useState(0)
  const isInTable = editor.isActive('table')
  const style = editor.isActive('heading', { level: 2 }) ? t('Heading') : editor.isActive('heading') ? t('Subheading') : t('Text')
  const chain = () => editor.chain().focus()
  const groups: readonly (readonly Tool[])[] = [
    [
      { name: t('Bold'), icon: Bold, keys: '$mod+B', isOn: editor.isActive('bold'), run: () => chain().toggleBold().run() },
      { name: t('Italic'), icon: Italic, keys: '$mod+I', isOn: editor.isActive('italic'), run: () => chain().toggleItalic().run() },
      {
        name: t('Link'),
        icon: Link,
        keys: '$mod+K',
        isOn: editor.isActive('link'),
        run: () => (editor.isActive('link') ? chain().extendMarkRange('link').unsetLink().run() : onLink()),
      },
      { name: t('Code'), icon: Code, keys: '$mod+E', isOn: editor.isActive('code'), run: () => chain().toggleCode().run() },
    ],
    [
      {
        name: t('List'),
        icon: List,
        keys: '$mod+Shift+8',
        isOn: editor.isActive('bulletList'),
        run: () => chain().toggleBulletList().run(),
      },
      {
        name: t('Numbered list'),
        icon: ListOrdered,
        keys: '$mod+Shift+7',
        isOn: editor.isActive('orderedList'),
        run: () => chain().toggleOrderedList().run(),
      },
      {
        name: t('Quotation'),
        icon: TextQuote,
        keys: '$mod+Shift+B',
        isOn: editor.isActive('blockquote'),
        run: () => chain().toggleBlockquote().run(),
      },
      { name: t('Callout'), icon: Info, isOn: editor.isActive('callout', { kind: 'info' }), run: () => toggleCallout(editor, 'info') },
      {
        name: t('Warning'),
        icon: TriangleAlert,
        isOn: editor.isActive('callout', { kind: 'warning' }),
        run: () => toggleCallout(editor, 'warning'),
      },
      { name: t('Picture'), icon: Image, run: onPicture },
      ...(onDescribe ? [{ name: t('Describe the picture'), icon: Pencil, run: onDescribe }] : []),
      ...(isInTable ? [] : [{ name: t('Table'), icon: Table2, run: () => insertTable(editor) }]),
    ],
  ]
  const inTable = (command: keyof typeof tableCommands) => () => {
    runInTable(editor, tableCommands[command])
    editor.view.focus()
  }
  const listTableItems = (): MenuItem[] => [
    { label: t('Add row above'), onSelect: inTable('addRowBefore') },
    { label: t('Add row below'), onSelect: inTable('addRowAfter') },
    { label: t('Delete row'), onSelect: inTable('deleteRow') },
    'separator',
    { label: t('Add column before'), onSelect: inTable('addColumnBefore') },
    { label: t('Add column after'), onSelect: inTable('addColumnAfter') },
    { label: t('Delete column'), onSelect: inTable('deleteColumn') },
    'separator',
    { label: t('Row of headings'), onSelect: inTable('toggleHeaderRow') },
    { label: t('Delete table'), onSelect: inTable('deleteTable') },
  ]
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const isForwards = (event.key === 'ArrowRight') === (getComputedStyle(event.currentTarget).direction === 'ltr')
    const step = event.key === 'ArrowRight' || event.key === 'ArrowLeft' ? (isForwards ? 1 : -1) : 0
    if (step === 0) return
    event.preventDefault()
    const buttons = [...event.currentTarget.querySelectorAll('button')]
    const next = (buttons.findIndex((button) => button === document.activeElement) + step + buttons.length) % buttons.length
    setTabStop(next)
    buttons[next]?.focus()
  }
  let place = 0
  const nextTabIndex = (): 0 | -1 => (place++ === tabStop ? 0 : -1)
  const menuClassName =
    'inline-flex min-h-7 items-center gap-1 rounded-md px-2 font-medium text-text-2 hover:bg-hover aria-expanded:bg-hover max-md:min-h-11'
  return (
    <div
      role="toolbar"
      aria-label={t('Formats')}
      tabIndex={-1}
      className="flex items-center gap-0.5 overflow-x-auto border-b border-line px-4 py-1 outline-none max-md:px-1"
      onKeyDown={onKeyDown}
    >
      <MenuButton
        label={t('Style')}
        className={menuClassName}
        tabIndex={nextTabIndex()}
        items={[
          { label: t('Text'), isOn: style === t('Text'), onSelect: () => chain().setNode('paragraph').run() },
          {
            label: t('Heading'),
            keys: formatPresses('$mod+Alt+2'),
            isOn: style === t('Heading'),
            onSelect: () => toggleHeading(editor, 2),
          },
          {
            label: t('Subheading'),
            keys: formatPresses('$mod+Alt+3'),
            isOn: style === t('Subheading'),
            onSelect: () => toggleHeading(editor, 3),
          },
        ]}
      >
        {style} <Icon of={ChevronDown} size={14} />
      </MenuButton>
      {groups.map((tools, group) => (
        <div
          key={tools[0]?.name ?? group}
          className="flex shrink-0 items-center gap-0.5 before:mx-1.5 before:h-4.5 before:w-px before:bg-line"
        >
          {tools.map(({ name, icon, keys, isOn, run }) => (
            <IconButton
              key={name}
              icon={icon}
              label={name}
              {...(keys === undefined ? {} : { hint: formatPresses(keys) })}
              tabIndex={nextTabIndex()}
              {...(isOn === undefined ? {} : { 'aria-pressed': isOn })}
              // Keep the selection in the editor.
              onMouseDown={(event) => event.preventDefault()}
              onClick={run}
            />
          ))}
        </div>
      ))}
      {isInTable && (
        <MenuButton label={t('Table')} className={menuClassName} tabIndex={nextTabIndex()} items={listTableItems}>
          {t('Table')} <Icon of={ChevronDown} size={14} />
        </MenuButton>
      )}
    </div>
  )
}
