/** Words that mail programs write above quoted and forwarded mails. */

/** Translations of "wrote", at the end of attributions or within them. */
export const wrote =
  /\b(wrote|writes|schrieb|geschrieben|schreef|geschreven|escribi[óou]|escreveu|ha scritto|scritto|skrev|skrifaði|kirjoitti|pisze|napisa(ł|l|o|la)|piše|yazdı|yazmış|napsala?|scris|rašė|rakstīja|kirjutas|menulis|viết|escriure|escrit|idatzi|shkroi)(?![\p{L}])|écrit|írta|napisał|napísal|píše|пише|писал|написа|έγραψε|כתב|كتب|نوشت|लिखा|เขียน|写道|寫道|写到|のメ(ッセージ|ール)|書き|作成|작성/iu

/** First words of attributions, many of which start with the date. */
export const openings =
  /^-{0,10} ?(on|am|le|el|il|em|op|den|dne|dňa|dnia|w dniu|på|pe|a\(z\)|no dia|la|pada|vào|στις|в|у|на|in data|i dag|ma|ti|ke|to|la|su|dana|dne|em|\d|["(]?\d|在|於|[\p{L}]{2,9}[.,] ?\d|[\p{L}]{2,12}[.,]? \d{1,2}[.,\s])/iu

const originals =
  "original message|original appointment|reply message|ursprüngliche nachricht|originalnachricht|original-nachricht|message d['’]origine|" +
  'message original|mensaje original|messaggio originale|mensagem original|oorspronkelijk bericht|ursprungligt meddelande|original meddelelse|' +
  'originalmeddelelse|oprindelig besked|oprindelig meddelelse|opprinnelig melding|alkuperäinen viesti|oryginalna wiadomość|wiadomość oryginalna|' +
  'původní zpráva|původní e-mail|pôvodná správa|eredeti üzenet|mesaj original|mesajul original|orijinal mesaj|özgün ileti|исходное сообщение|' +
  'оригинальное сообщение|вихідне повідомлення|оригінальне повідомлення|оригинално съобщение|izvorna poruka|originalna poruka|izvirno sporočilo|' +
  'algne kiri|missatge original|thư gốc|pesan asli|αρχικό μήνυμα|הודעה מקורית|الرسالة الأصلية|原始邮件|原始郵件|邮件原件|原邮件|元のメッセージ|원본 메시지|원본 메일'
/** Matches the separator that Outlook and others write instead of an attribution. */
export const separator = new RegExp(`^\\*?[-_]{2,20} ?(${originals}) ?:?[-_]{0,20}\\*?$`, 'i')

const forwards =
  'begin forwarded message|forwarded message|start of forwarded message|message forwarded|fwd message|' +
  'anfang der weitergeleiteten (nachricht|e-mail)|weitergeleitete (nachricht|mail|e-mail)|' +
  'début du message (réexpédié|transféré)|message (transféré|réexpédié|transmis)|inicio del mensaje reenviado|mensaje reenviado|' +
  'início da mensagem (encaminhada|reencaminhada)|mensagem (encaminhada|reencaminhada)|inizio (del )?messaggio inoltrato|messaggio inoltrato|' +
  'begin doorgestuurd bericht|begin van doorgestuurd bericht|doorgestuurd bericht|vidarebefordrat (meddelande|brev|mejl)|' +
  '(start på )?videresendt (meddelelse|melding|besked)|begynnelse på videresendt melding|vidarebefordrat meddelande börjar här|' +
  'välitetty viesti( alkaa)?|edelleenlähetetty viesti|wiadomość przekazana|przekazana wiadomość|początek przekazywanej wiadomości|' +
  'treść przekazanej wiadomości|wiadomość przesłana dalej|(začátek )?přeposlan[áé] zpráv[ay]|začátek přeposílané zprávy|' +
  '(začiatok )?preposlan(á|ej) správ[ya]|továbbított (üzenet|levél)( kezdete)?|továbbított üzenet|(începe )?mesajul? redirecționat|mesaj (retransmis|transmis)|' +
  'yönlendirilen (mesaj|ileti)|iletil(en|miş) (ileti|mesaj)|ileti başlangıcı|пересылаемое сообщение|начало переадресованного сообщения|' +
  'перенаправленное сообщение|переслане повідомлення|перенаправлене повідомлення|початок листа, що пересилається|препратено съобщение|' +
  '(započni )?proslijeđen[au] poruk[au]|posredovano sporočilo|edastatud kiri|missatge reenviat|thư được chuyển tiếp|pesan terusan|' +
  'προωθημένο μήνυμα|הודעה שהועברה|رسالة معاد توجيهها|转发的?邮件|被转发邮件信息|轉寄的?郵件|已轉寄的郵件|転送されたメッセージ|転送メッセージ|メッセージを転送|전달된 메일|전달된 메시지'
/** Matches the first line of a forwarded mail, which is not history, because the sender wants to show it. */
export const forward = new RegExp(`^[-_*>]{0,20} ?(${forwards})( ?[-/(]{1,10} ?[\\p{L}. ]{1,40}\\)?)? ?:?[-_* ]{0,20}:?$`, 'iu')

/** Matches the attribution of old Gmail versions: a date and a name, but neither a verb nor a colon. */
export const dateAndName =
  /^\d{4}[-/]\d{1,2}[-/]\d{1,2} (\d{1,2}:\d\d GMT[+-]\d{1,2}:\d\d \S.{0,100}|[^<>@]{1,100}<[^<>\s@]{1,100}@[^<>\s]{1,200}>):?$/

const headerNames = {
  from:
    'from,von,de,van,från,fra,od,od koga,lähettäjä,от,кому от,від,від кого,de la,feladó,gönderen,kimden,šalje,pošiljatelj,saatja,kellelt,nuo,no,' +
    'sūtītājs,từ,dari,จาก,发件人,寄件者,寄件人,差出人,送信元,보낸 사람,보낸사람,από,מאת,من,absender,expéditeur,remitente,remetente,mittente,afzender,' +
    'avsändare,avsender,afsender,nadawca,odesílatel,odosielateľ,expeditorul,отправитель,відправник',
  /** Names of the date header that only mail programs use. */
  sent:
    'sent,gesendet,gesendet am,envoyé,envoyé le,date d’envoi,enviado,enviado el,enviado em,enviada,enviada em,enviat,inviato,verzonden,skickat,sendt,' +
    'wysłano,data wysłania,lähetetty,отправлено,дата отправки,надіслано,відправлено,изпратено,odesláno,odoslané,poslano,elküldve,trimis,expediat,' +
    'gönderildi,gönderme tarihi,saadetud,išsiųsta,nosūtīts,đã gửi,dikirim,ส่ง,发送时间,寄件日期,送信日時,보낸 날짜,보낸 시간,στάλθηκε,נשלח,تاريخ الإرسال',
  date: 'date,datum,fecha,data,dată,dato,päivämäärä,päiväys,дата,dátum,tarih,kuupäev,datums,ngày,tanggal,วันที่,日期,日時,日付,날짜,ημερομηνία,תאריך,تاريخ',
  to:
    'to,an,à,para,per a,pour,aan,till,til,do,vastaanottaja,кому,до,către,catre,címzett,kime,komu,prima,za,pro,pre,adressaat,kellele,kam,iki,' +
    'adresāts,đến,tới,kepada,ถึง,收件人,收件者,宛先,送信先,받는 사람,받는사람,προς,אל,إلى,empfänger,destinataire,destinatario,destinatarul,adresat,' +
    'cc,cc.,kopie,copie,copie à,copia,kopia,kopi,kopio,копия,копія,másolat,másolatot kap,kópia,dw,bilgi,bcc,reply-to',
  subject:
    'subject,betreff,objet,sujet,asunto,oggetto,assunto,assumpte,onderwerp,ämne,emne,temat,aihe,тема,относно,předmět,predmet,zadeva,naslov,tárgy,' +
    'subiect,subiectul,konu,teema,tēma,temats,chủ đề,subjek,perihal,เรื่อง,主题,主旨,件名,제목,θέμα,נושא,الموضوع',
  /** Words that mean `From` in one language and `To` in another: Italian `Da` and Portuguese `A`. */
  ambiguous: 'da,a',
} as const

export type HeaderKind = keyof typeof headerNames

/** Kind of each header above a quoted mail, by lower-case name. */
export const kindOfHeader: ReadonlyMap<string, HeaderKind> = new Map(
  // Safe because the keys are those of the table above.
  (Object.keys(headerNames) as HeaderKind[]).flatMap((kind) => headerNames[kind].split(',').map((name) => [name, kind] as const)),
)
