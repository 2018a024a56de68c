// The panel is laid out and answered here.
