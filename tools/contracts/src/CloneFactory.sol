// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

/// @title Deploys EIP-1167 minimal proxies of an implementation.
/// @dev `clone` uses CREATE2 with the given salt and calls the clone with `input`, if any.
contract CloneFactory {
    event Cloned(address indexed implementation, address clone);

    function clone(address implementation, bytes32 salt, bytes calldata input) external returns (address made) {
        bytes memory code = abi.encodePacked(
            hex"3d602d80600a3d3981f3363d3d373d3d3d363d73", implementation, hex"5af43d82803e903d91602b57fd5bf3"
        );
        assembly {
            made := create2(0, add(code, 32), mload(code), salt)
        }
        require(made != address(0), "clone exists");
        emit Cloned(implementation, made);
        if (input.length == 0) return made;
        (bool done,) = made.call(input);
        require(done, "initialisation failed");
    }
}
