/** The id of the layout's element beside the page that holds a side panel. */
export const sidePanelSlot = 'side-panel';

/** The CSS variable with the width of the open side panel. */
export const sidePanelVariable = '--side-panel-room';

/** The width of the side panel beside the page, for elements that are fixed to the window. */
export const sidePanelRoom = `var(${sidePanelVariable}, 0px)`;
