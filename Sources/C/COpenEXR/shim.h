// OpenEXR is C++: only CEXR includes its headers; this target provides their location.
#pragma once
