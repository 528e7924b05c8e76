// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

/// @title A transparent upgradeable proxy (EIP-1967 slots).
/// @dev The admin sees `upgradeToAndCall`, `changeAdmin`, `admin` and `implementation`; everybody else reaches the
/// implementation with every selector.
contract Proxy1967 {
    event Upgraded(address indexed implementation);
    event AdminChanged(address previousAdmin, address newAdmin);

    bytes32 private constant IMPLEMENTATION = 0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc;
    bytes32 private constant ADMIN = 0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103;

    modifier ifAdmin() {
        if (msg.sender == _load(ADMIN)) _;
        else _delegate();
    }

    constructor(address implementation_, address admin_, bytes memory input) payable {
        _setAdmin(admin_);
        _upgrade(implementation_, input);
    }

    receive() external payable {
        _delegate();
    }

    fallback() external payable {
        _delegate();
    }

    function upgradeToAndCall(address next, bytes calldata input) external payable ifAdmin {
        _upgrade(next, input);
    }

    function changeAdmin(address next) external payable ifAdmin {
        _setAdmin(next);
    }

    function admin() external payable ifAdmin returns (address) {
        return _load(ADMIN);
    }

    function implementation() external payable ifAdmin returns (address) {
        return _load(IMPLEMENTATION);
    }

    function _upgrade(address next, bytes memory input) private {
        require(next.code.length > 0, "implementation is not a contract");
        _store(IMPLEMENTATION, next);
        emit Upgraded(next);
        if (input.length == 0) return;
        (bool done, bytes memory output) = next.delegatecall(input);
        if (!done) {
            assembly {
                revert(add(output, 32), mload(output))
            }
        }
    }

    function _setAdmin(address next) private {
        emit AdminChanged(_load(ADMIN), next);
        _store(ADMIN, next);
    }

    function _load(bytes32 slot) private view returns (address account) {
        assembly {
            account := sload(slot)
        }
    }

    function _store(bytes32 slot, address account) private {
        assembly {
            sstore(slot, account)
        }
    }

    function _delegate() private {
        address target = _load(IMPLEMENTATION);
        assembly {
            calldatacopy(0, 0, calldatasize())
            let done := delegatecall(gas(), target, 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            switch done
            case 0 { revert(0, returndatasize()) }
            default { return(0, returndatasize()) }
        }
    }
}
