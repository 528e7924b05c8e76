// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {SafeWalletProxy} from "./SafeWalletProxy.sol";

interface ICreationCallback {
    function proxyCreated(address proxy, address singleton, bytes calldata initializer, uint256 saltNonce) external;
}

/// @title Makes accounts, with the interface of Safe's factories of 1.3.0 and 1.4.1.
contract SafeWalletFactory {
    event ProxyCreation(address indexed proxy, address singleton);

    bool private immutable asTopic;

    /// @param asTopic_ Whether the event carries the account as a topic, as since 1.4.
    constructor(bool asTopic_) {
        asTopic = asTopic_;
    }

    function proxyCreationCode() external pure returns (bytes memory) {
        return type(SafeWalletProxy).creationCode;
    }

    function getChainId() external view returns (uint256) {
        return block.chainid;
    }

    function createProxyWithNonce(address singleton, bytes memory initializer, uint256 saltNonce)
        public
        returns (address proxy)
    {
        return _make(singleton, initializer, keccak256(abi.encodePacked(keccak256(initializer), saltNonce)));
    }

    function createChainSpecificProxyWithNonce(address singleton, bytes memory initializer, uint256 saltNonce)
        external
        returns (address proxy)
    {
        bytes32 salt = keccak256(abi.encodePacked(keccak256(initializer), saltNonce, block.chainid));
        return _make(singleton, initializer, salt);
    }

    function createProxyWithCallback(
        address singleton,
        bytes memory initializer,
        uint256 saltNonce,
        address callback
    ) external returns (address proxy) {
        uint256 bound = uint256(keccak256(abi.encodePacked(saltNonce, callback)));
        proxy = createProxyWithNonce(singleton, initializer, bound);
        if (callback != address(0)) ICreationCallback(callback).proxyCreated(proxy, singleton, initializer, saltNonce);
    }

    function _make(address singleton, bytes memory initializer, bytes32 salt) private returns (address proxy) {
        require(singleton.code.length > 0, "Singleton contract not deployed");
        proxy = address(new SafeWalletProxy{salt: salt}(singleton));
        if (initializer.length > 0) {
            (bool done, bytes memory reason) = proxy.call(initializer);
            if (!done) {
                assembly {
                    revert(add(reason, 32), mload(reason))
                }
            }
        }
        bytes32 event_ = ProxyCreation.selector;
        bool topic = asTopic;
        assembly {
            mstore(0, proxy)
            mstore(32, singleton)
            switch topic
            case 1 { log2(32, 32, event_, proxy) }
            default { log1(0, 64, event_) }
        }
    }
}
