// The block in the editor: fields for the ids and words. The server renders the player (render.php).
(({ blocks, blockEditor, components, element, i18n }) => {
  const { createElement: create } = element;
  const { __ } = i18n;
  const FIELDS = [
    ['id', __('Video id', 'vh-elements')],
    ['live', __('Live stream id', 'vh-elements')],
    ['title', __('Title', 'vh-elements')],
    ['poster', __('Address of the poster', 'vh-elements')],
  ];
  const LOADS = [
    ['visible', __('When it is near the screen', 'vh-elements')],
    ['intent', __('When a visitor points at it', 'vh-elements')],
    ['now', __('At once', 'vh-elements')],
    ['consent', __('After the visitor agreed', 'vh-elements')],
  ];

  const edit = ({ attributes, setAttributes }) =>
    create(
      'div',
      blockEditor.useBlockProps(),
      create(
        components.Placeholder,
        { icon: 'video-alt3', label: __('Hosted video', 'vh-elements') },
        ...FIELDS.map(([name, label]) =>
          create(components.TextControl, {
            key: name,
            label,
            value: attributes[name],
            onChange: (value) => setAttributes({ [name]: value.trim() }),
          }),
        ),
        create(components.SelectControl, {
          label: __('Load', 'vh-elements'),
          value: attributes.load,
          options: LOADS.map(([value, label]) => ({ value, label })),
          onChange: (load) => setAttributes({ load }),
        }),
      ),
    );

  // Nothing is saved but the attributes: an update of the plugin changes every player.
  blocks.registerBlockType('vh-elements/video', { edit, save: () => null });
})(window.wp);
