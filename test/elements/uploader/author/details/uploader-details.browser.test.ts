import { expect } from 'chai';
import { axeViolations } from '../../../../support/elements/axe.ts';
import { makeFile } from '../../../../support/upload/uploader-file.ts';
import { clearPage, service, setUpPage, show, stage } from '../../../../support/elements/uploader-page.ts';
import { words } from '../../../../support/words.ts';
import { UploaderAuthor } from '../../support/uploader-author.ts';

const BACKEND = 'https://site.example/vh';

describe('<vh-uploader with-details>', () => {
  /** What the page backend was asked. */
  let asked: { path: string; claim: string | null; body: Record<string, unknown> }[];
  /** The status of its next answers. */
  let status: number;

  beforeEach(() => {
    setUpPage();
    stage.lang = 'en';
    // Of another test's video.
    localStorage.removeItem('vh-upload-details');
    asked = [];
    status = 200;
    const rest = window.fetch.bind(window);
    // `clearPage` puts the browser's own back.
    window.fetch = async (input, init) => {
      const { url } = new Request(input, init);
      if (!url.startsWith(BACKEND) || !url.endsWith('/details')) return rest(input, init);
      const claim = new Headers(init?.headers).get('x-vh-claim');
      const body = JSON.parse(init?.body as string) as Record<string, unknown>;
      asked.push({ path: url.slice(BACKEND.length), claim, body });
      return new Response('{}', { status, headers: { 'content-type': 'application/json' } });
    };
  });
  afterEach(clearPage);

  async function open(attributes: Readonly<Record<string, string>> = {}, parent = stage) {
    const uploader = await show({ 'with-details': '', 'backend': BACKEND, ...attributes }, parent);
    uploader.element.grant = {
      ...{ protocol: 'parts', url: service.url, token: 'good', partSize: { min: 4, max: 4 } },
      claim: 'proof',
    };
    return { uploader, author: new UploaderAuthor(uploader) };
  }
  /** All that the page backend has of the first video. */
  const saved = () => Object.assign({}, ...asked.map(({ body }) => body)) as Record<string, unknown>;

  it('saves what the author types beside the upload, and says so', async () => {
    const form = document.createElement('form');
    stage.append(form);
    const { uploader, author } = await open({ name: 'video' }, form);
    const changes: string[] = [];
    for (const type of ['input', 'change', 'vh-details-change'])
      uploader.element.addEventListener(type, (event) => changes.push(event.type));
    uploader.choose(makeFile(10, 'my_trip.mp4'));
    await uploader.until(() => author.openAreas === 1);
    expect(author.value('title')).to.equal('my trip');
    await uploader.when('vh-upload-done');
    await uploader.until(() => author.status === words('uploaderDetails.saved'));
    const [videoId = ''] = service.videos.keys();
    expect(asked).to.deep.equal([
      { path: `/videos/${videoId}/details`, claim: 'proof', body: { title: 'my trip' } },
    ]);
    uploader.finishTransitions();
    expect(await axeViolations(stage)).to.deep.equal([]);
    changes.length = 0;
    author.type('title', 'By the sea');
    author.type('description', 'Two\nlines');
    author.type('tags', 'sea, wind');
    await uploader.until(() => 'tags' in saved() && author.status === words('uploaderDetails.saved'));
    const details = { title: 'By the sea', description: 'Two\nlines', tags: ['sea', 'wind'] };
    expect(saved()).to.deep.equal(details);
    // The value is the video's id, and has not changed.
    expect(new Set(changes)).to.deep.equal(new Set(['vh-details-change']));
    const data = new FormData(form);
    expect(data.get('video')).to.equal(videoId);
    expect(JSON.parse(data.get('video.details') as string)).to.deep.equal([
      { videoId, ...details, fields: {} },
    ]);
  });

  it('tells the page what the author has said, by its events', async () => {
    const { uploader, author } = await open({ 'without-autostart': '' });
    const said: unknown[] = [];
    uploader.element.addEventListener('vh-details-change', ({ file, videoId, details }) =>
      said.push([file.name, videoId, details.title]),
    );
    uploader.choose(makeFile(10, 'trip.mp4'));
    await uploader.until(() => author.openAreas === 1);
    author.type('title', 'By the sea');
    author.leave('title');
    expect(said).to.deep.equal([['trip.mp4', undefined, 'By the sea']]);
    await uploader.until(() => author.status === words('uploaderDetails.waiting'));
    expect(asked).to.deep.equal([]);
    uploader.element.start();
    const { details } = await uploader.when('vh-upload-done');
    expect(details?.title).to.equal('By the sea');
    await uploader.until(() => author.status === words('uploaderDetails.saved'));
    expect(saved()).to.deep.equal({ title: 'By the sea' });
  });

  it('keeps what cannot be saved in its field, says why, and saves the rest', async () => {
    const { uploader, author } = await open();
    uploader.choose(makeFile(10, 'trip.mp4'));
    await uploader.when('vh-upload-done');
    await uploader.until(() => author.openAreas === 1);
    const long = '<img src=x onerror=alert(1)>'.repeat(358);
    author.type('title', long);
    author.type('description', '<b>bold</b>');
    author.leave('description');
    await uploader.until(() => saved()['description'] === '<b>bold</b>');
    expect(author.isFaulty('title')).to.equal(true);
    expect(author.value('title')).to.equal(long);
    expect(author.text).to.contain(words('uploaderDetails.tooLong', { count: '10,024', limit: 255 }));
    expect(saved()['title']).not.to.equal(long);
    uploader.finishTransitions();
    expect(await axeViolations(stage)).to.deep.equal([]);
    author.type('title', '');
    await uploader.until(() => author.text.includes(words('uploaderDetails.noTitle')));
    author.type('tags', 'x'.repeat(256));
    await uploader.until(() => author.text.includes(words('uploaderDetails.tagsUnfit')));
  });

  it('says that the site takes no more changes, and keeps the words', async () => {
    const { uploader, author } = await open();
    uploader.choose(makeFile(10, 'trip.mp4'));
    await uploader.when('vh-upload-done');
    await uploader.until(() => author.status === words('uploaderDetails.saved'));
    status = 403;
    author.type('title', 'Too late');
    author.leave('title');
    await uploader.until(() => author.status === words('uploaderDetails.refused'));
    expect(author.value('title')).to.equal('Too late');
    uploader.finishTransitions();
    expect(await axeViolations(stage)).to.deep.equal([]);
    status = 200;
    uploader.press(words('uploaderDetails.retry'));
    await uploader.until(() => author.status === words('uploaderDetails.saved'));
    expect(saved()['title']).to.equal('Too late');
    uploader.element.disabled = true;
    await uploader.until(() => author.isFixed('title') && author.isFixed('description'));
  });

  it('has an area for each of several films, one of them open, with the site’s own fields', async () => {
    const { uploader, author } = await open({ multiple: '' });
    uploader.element.innerHTML =
      '<label slot="details">Kind <select name="kind"><option>trip<option>talk</select></label>';
    const select = uploader.element.querySelector('select') as HTMLSelectElement;
    const choose = (value: string) => {
      select.value = value;
      select.dispatchEvent(new Event('change', { bubbles: true }));
    };
    uploader.choose(makeFile(10, 'One.mp4'), makeFile(11, 'Two.mp4'));
    await uploader.until(() => service.videos.size === 2 && uploader.hasPart('author-button'));
    expect(author.openAreas).to.equal(0);
    author.button('One.mp4').click();
    await uploader.until(() => author.openAreas === 1);
    expect(author.value('title')).to.equal('One');
    choose('talk');
    author.type('description', 'First');
    author.leave('description');
    await uploader.until(() => JSON.stringify(saved()['fields']) === '{"kind":"talk"}');
    expect(await axeViolations(stage)).to.deep.equal([]);
    expect(author.button('One.mp4').ariaExpanded).to.equal('true');
    author.button('Two.mp4').click();
    await uploader.until(() => author.value('title') === 'Two' && select.value === 'trip');
    expect([author.openAreas, author.value('description')]).to.deep.equal([1, '']);
    author.button('One.mp4').click();
    await uploader.until(() => author.value('title') === 'One' && select.value === 'talk');
    expect(author.value('description')).to.equal('First');
    author.button('One.mp4').focus();
    uploader.key('ArrowDown', { altKey: true });
    await uploader.until(() => String(uploader.rows) === 'Two.mp4,One.mp4');
    // In a field, the same keys move by words.
    author.type('title', 'One more');
    uploader.key('ArrowUp', { altKey: true });
    await uploader.until(() => author.value('title') === 'One more');
    expect(uploader.rows).to.deep.equal(['Two.mp4', 'One.mp4']);
    author.button('One.mp4').click();
    await uploader.until(() => author.openAreas === 0);
  });

  it('is absent unless the page asks for it', async () => {
    const { uploader, author } = await open();
    uploader.element.withDetails = false;
    uploader.choose(makeFile(10, 'trip.mp4'));
    await uploader.when('vh-upload-done');
    await uploader.until(() => uploader.isDressed);
    expect(author.openAreas).to.equal(0);
    expect(asked).to.deep.equal([]);
  });

  it('is saved once, also when its element leaves the page and comes back', async () => {
    const { uploader, author } = await open();
    uploader.choose(makeFile(10, 'trip.mp4'));
    await uploader.when('vh-upload-done');
    await uploader.until(() => author.status === words('uploaderDetails.saved'));
    author.type('title', 'By the sea');
    uploader.element.remove();
    // What has not been saved is, before the element is forgotten.
    await uploader.until(() => asked.length === 2);
    stage.append(uploader.element);
    await uploader.until(() => author.openAreas === 1 && author.value('title') === 'By the sea');
    author.leave('title');
    author.type('description', 'Last');
    author.leave('description');
    await uploader.until(() => 'description' in saved());
    expect(asked.map(({ body }) => body)).to.deep.equal([
      { title: 'trip' },
      { title: 'By the sea' },
      { description: 'Last' },
    ]);
  });
});
