// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {SafeStorage} from "./SafeStorage.sol";

interface IGuard {
    function supportsInterface(bytes4 id) external view returns (bool);
    function checkTransaction(
        address to,
        uint256 value,
        bytes memory data,
        uint8 operation,
        uint256 safeTxGas,
        uint256 baseGas,
        uint256 gasPrice,
        address gasToken,
        address payable refundReceiver,
        bytes memory signatures,
        address sender
    ) external;
    function checkAfterExecution(bytes32 hash, bool success) external;
}

/// @title Owners, modules, guard and fallback handler of a Safe account.
abstract contract SafeManagers is SafeStorage {
    function getThreshold() external view returns (uint256) {
        return threshold;
    }

    function isOwner(address owner) public view returns (bool) {
        return owner != ENDS && owners[owner] != address(0);
    }

    function getOwners() external view returns (address[] memory list) {
        list = new address[](ownerCount);
        address owner = owners[ENDS];
        for (uint256 i; owner != ENDS; owner = owners[owner]) list[i++] = owner;
    }

    function addOwnerWithThreshold(address owner, uint256 _threshold) external authorized {
        _newOwner(owner);
        owners[owner] = owners[ENDS];
        owners[ENDS] = owner;
        ownerCount++;
        _tell(AddedOwner.selector, owner);
        if (threshold != _threshold) changeThreshold(_threshold);
    }

    function removeOwner(address prevOwner, address owner, uint256 _threshold) external authorized {
        require(ownerCount - 1 >= _threshold, "GS201");
        _follows(prevOwner, owner);
        owners[prevOwner] = owners[owner];
        owners[owner] = address(0);
        ownerCount--;
        _tell(RemovedOwner.selector, owner);
        if (threshold != _threshold) changeThreshold(_threshold);
    }

    function swapOwner(address prevOwner, address oldOwner, address newOwner) external authorized {
        _newOwner(newOwner);
        _follows(prevOwner, oldOwner);
        owners[newOwner] = owners[oldOwner];
        owners[prevOwner] = newOwner;
        owners[oldOwner] = address(0);
        _tell(RemovedOwner.selector, oldOwner);
        _tell(AddedOwner.selector, newOwner);
    }

    function changeThreshold(uint256 _threshold) public authorized {
        require(_threshold <= ownerCount, "GS201");
        require(_threshold >= 1, "GS202");
        threshold = _threshold;
        emit ChangedThreshold(_threshold);
    }

    function enableModule(address module) public authorized {
        require(module != address(0) && module != ENDS, "GS101");
        require(modules[module] == address(0), "GS102");
        modules[module] = modules[ENDS];
        modules[ENDS] = module;
        _tell(EnabledModule.selector, module);
    }

    function disableModule(address prevModule, address module) external authorized {
        require(module != address(0) && module != ENDS, "GS101");
        require(modules[prevModule] == module, "GS103");
        modules[prevModule] = modules[module];
        modules[module] = address(0);
        _tell(DisabledModule.selector, module);
    }

    function isModuleEnabled(address module) public view returns (bool) {
        return module != ENDS && modules[module] != address(0);
    }

    function getModulesPaginated(address start, uint256 pageSize)
        external
        view
        returns (address[] memory array, address next)
    {
        require(start == ENDS || isModuleEnabled(start), "GS105");
        require(pageSize > 0, "GS106");
        array = new address[](pageSize);
        uint256 count;
        for (next = modules[start]; next != address(0) && next != ENDS && count < pageSize; next = modules[next]) {
            array[count++] = next;
        }
        // The last module of a page is where the next page starts.
        if (next != ENDS) next = array[count - 1];
        assembly {
            mstore(array, count)
        }
    }

    function execTransactionFromModule(address to, uint256 value, bytes memory data, uint8 operation)
        public
        virtual
        returns (bool success)
    {
        require(msg.sender != ENDS && modules[msg.sender] != address(0), "GS104");
        success = _run(to, value, data, operation, type(uint256).max);
        if (success) emit ExecutionFromModuleSuccess(msg.sender);
        else emit ExecutionFromModuleFailure(msg.sender);
    }

    function execTransactionFromModuleReturnData(address to, uint256 value, bytes memory data, uint8 operation)
        external
        returns (bool success, bytes memory returnData)
    {
        success = execTransactionFromModule(to, value, data, operation);
        assembly {
            returnData := mload(64)
            mstore(64, add(returnData, add(returndatasize(), 32)))
            mstore(returnData, returndatasize())
            returndatacopy(add(returnData, 32), 0, returndatasize())
        }
    }

    function setGuard(address guard) external authorized {
        require(guard == address(0) || IGuard(guard).supportsInterface(0xe6d7a83a), "GS300");
        _put(GUARD_SLOT, guard);
        _tell(ChangedGuard.selector, guard);
    }

    function setFallbackHandler(address handler) external authorized {
        _setHandler(handler);
        _tell(ChangedFallbackHandler.selector, handler);
    }

    function _setHandler(address handler) internal {
        require(handler != address(this), "GS400");
        _put(HANDLER_SLOT, handler);
    }

    function _setOwners(address[] memory list, uint256 _threshold) internal {
        require(threshold == 0, "GS200");
        require(_threshold <= list.length, "GS201");
        require(_threshold >= 1, "GS202");
        address previous = ENDS;
        for (uint256 i; i < list.length; i++) {
            require(list[i] != previous, "GS203");
            _newOwner(list[i]);
            owners[previous] = list[i];
            // So that the list has no address twice.
            owners[list[i]] = ENDS;
            previous = list[i];
        }
        owners[previous] = ENDS;
        ownerCount = list.length;
        threshold = _threshold;
    }

    function _setModules(address to, bytes memory data) internal {
        require(modules[ENDS] == address(0), "GS100");
        modules[ENDS] = ENDS;
        if (to == address(0)) return;
        require(to.code.length > 0, "GS002");
        require(_run(to, 0, data, 1, type(uint256).max), "GS000");
    }

    function _newOwner(address owner) private view {
        require(owner != address(0) && owner != ENDS && owner != address(this), "GS203");
        require(owners[owner] == address(0), "GS204");
    }

    function _follows(address previous, address owner) private view {
        require(owner != address(0) && owner != ENDS, "GS203");
        require(owners[previous] == owner, "GS205");
    }
}
