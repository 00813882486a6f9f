import { t } from '../../../texts/texts.ts'
import { Languages, MessageCircleQuestion, Sparkles } from '../../../ui/icons.ts'
import { MenuButton } from '../../../ui/menu.tsx'

type AssistantMenuProps = { isReply: boolean; isEmpty: boolean; onChoose: (assistant: 'suggest' | 'rework') => void }

/** Menu of what AI can do with the text that an agent writes. */
export function AssistantMenu({ isReply, isEmpty, onChoose }: AssistantMenuProps) {
  return (
    <MenuButton
      label={t('AI')}
      icon={Sparkles}
      side="top-start"
      items={[
        ...(isReply ? [{ label: t('Suggest a reply'), icon: MessageCircleQuestion, onSelect: () => onChoose('suggest') } as const] : []),
        {
          label: t('Rephrase or translate…'),
          icon: Languages,
          whyNot: isEmpty ? t('Write something first.') : null,
          onSelect: () => onChoose('rework'),
        },
      ]}
    />
  )
}
