// The block in the editor: uploads a video or takes an id, and shows the player with its settings beside it. The server
// renders the player of the page (render.php).
(({ blocks, blockEditor, components, element, i18n }, { backend }) => {
  const { createElement: create, Fragment, useEffect, useRef, useState } = element;
  const { BlockControls, InspectorControls, useBlockProps } = blockEditor;
  const { Button, PanelBody, Placeholder, SelectControl, TextControl, ToolbarButton, ToolbarGroup } =
    components;
  const { __ } = i18n;
  const ID = /^[A-Za-z0-9_-]{1,64}$/;
  const ROW = {
    display: 'flex',
    flexDirection: 'row',
    flexWrap: 'wrap',
    gap: '8px',
    alignItems: 'end',
    justifyContent: 'start',
  };
  const LOADS = [
    ['visible', __('When it is near the screen', 'vh-elements')],
    ['intent', __('When a visitor points at it', 'vh-elements')],
    ['now', __('At once', 'vh-elements')],
    ['consent', __('After the visitor agreed', 'vh-elements')],
  ];

  /** A text field of one attribute. */
  const field = ({ attributes, setAttributes }, name, label) =>
    create(TextControl, {
      label,
      value: attributes[name],
      onChange: (value) => setAttributes({ [name]: value }),
      __nextHasNoMarginBottom: true,
    });

  /** The uploader: the video that it has stored is the one of the block. */
  const Uploader = ({ setAttributes }) => {
    const uploader = useRef();
    useEffect(() => {
      const { current } = uploader;
      const ended = new AbortController();
      current.addEventListener(
        'vh-upload-done',
        ({ video, file }) => setAttributes({ id: video.videoId, title: file.name.replace(/\.[^.]*$/, '') }),
        { signal: ended.signal },
      );
      return () => ended.abort();
    }, []);
    return create('vh-uploader', { backend, ref: uploader });
  };

  /** A form of an id, which counts once it is sent: half of an id is the id of no video. */
  const IdForm = ({ setAttributes }) => {
    const [name, setName] = useState('id');
    const [value, setValue] = useState('');
    const id = value.trim();
    const submit = (event) => {
      event.preventDefault();
      if (ID.test(id)) setAttributes({ [name]: id });
    };
    return create(
      'form',
      { onSubmit: submit, style: ROW },
      create(SelectControl, {
        label: __('Kind', 'vh-elements'),
        value: name,
        options: [
          { value: 'id', label: __('Video', 'vh-elements') },
          { value: 'live', label: __('Live stream', 'vh-elements') },
        ],
        onChange: setName,
        __nextHasNoMarginBottom: true,
      }),
      create(TextControl, {
        label: __('Id', 'vh-elements'),
        value,
        onChange: setValue,
        __nextHasNoMarginBottom: true,
      }),
      create(
        Button,
        { variant: 'secondary', type: 'submit', disabled: !ID.test(id) },
        __('Use', 'vh-elements'),
      ),
    );
  };

  /** What there is before the block has a video. */
  const choose = (props) =>
    create(
      Placeholder,
      {
        icon: 'video-alt3',
        label: __('Hosted video', 'vh-elements'),
        instructions: __('Upload a video, or name one that your video service has.', 'vh-elements'),
        isColumnLayout: true,
      },
      create(Uploader, props),
      create(IdForm, props),
    );

  /** The player as visitors see it. A click selects the block; the player has its own keys. */
  const show = ({ attributes: { id, live, title, poster } }) =>
    create('vh-player', {
      key: `${live} ${id} ${poster}`,
      backend,
      [live ? 'live-stream-id' : 'video-id']: live || id,
      heading: title || undefined,
      poster: poster || undefined,
      load: 'visible',
    });

  const settings = (props) =>
    create(
      InspectorControls,
      {},
      create(
        PanelBody,
        { title: __('Player', 'vh-elements') },
        field(props, 'title', __('Title', 'vh-elements')),
        field(props, 'poster', __('Address of the poster', 'vh-elements')),
        create(SelectControl, {
          label: __('Load', 'vh-elements'),
          value: props.attributes.load,
          options: LOADS.map(([value, label]) => ({ value, label })),
          onChange: (load) => props.setAttributes({ load }),
          __nextHasNoMarginBottom: true,
        }),
      ),
    );

  const toolbar = ({ setAttributes }) =>
    create(
      BlockControls,
      {},
      create(
        ToolbarGroup,
        {},
        create(
          ToolbarButton,
          { onClick: () => setAttributes({ id: '', live: '', title: '', poster: '' }) },
          __('Replace', 'vh-elements'),
        ),
      ),
    );

  const edit = (props) => {
    const { id, live } = props.attributes;
    const has = ID.test(live || id);
    return create(
      'div',
      useBlockProps(),
      has ? create(Fragment, {}, toolbar(props), settings(props), show(props)) : choose(props),
    );
  };

  // Nothing is saved but the attributes: an update of the plugin changes every player.
  blocks.registerBlockType('vh-elements/video', { edit, save: () => null });
})(window.wp, window.vhElementsEditor);
