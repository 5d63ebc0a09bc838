package dev.berth.command.instance;

/** Where hosted pools take their images from. */
public enum ImageSource {
    /** The catalogue of registered images. */
    CATALOGUE,
    /** Nowhere: hosted pools admit nothing. */
    NONE
}
